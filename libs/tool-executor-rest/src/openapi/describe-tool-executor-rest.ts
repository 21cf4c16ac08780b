import { describeOperation } from './describe-operation.js';
import { DOOR_SCHEMAS } from './door-schemas.js';
import type { OpenApiDocument } from './open-api-document.js';
import { inPath, OPERATIONS } from './operations.js';
import { RESULT_SCHEMAS } from './result-schemas.js';

/** @publicApi */
export interface DescribeRestOptions {
  /**
   * Where the door is, with the global prefix and the version that the application puts before its
   * routes: `'api/v1/llm'`. Parameters in it are written as OpenAPI does, `'desks/{desk}'`. A door with several versions in its path has several. @default ''
   */
  readonly path?: string | readonly string[];
}

/**
 * Adds bodies, parameters and answers of the door to an OpenAPI document (3.0 or 3.1), such as
 * the one of `SwaggerModule.createDocument()`. Plain data: nothing of swagger is imported.
 *
 * ```ts
 * const document = describeToolExecutorRest(SwaggerModule.createDocument(app, config));
 * ```
 *
 * Tags, security, operation ids, and parameters and answers of your own stay. A schema of yours that
 * has the name of one of ours, such as `ToolResult`, is replaced. A response-wrapping interceptor is
 * not in it: the description shows what the door answers before anybody wraps it.
 *
 * @returns a new document; the given one is not changed
 * @publicApi
 */
export function describeToolExecutorRest<Document extends OpenApiDocument>(
  document: Document,
  { path = '' }: DescribeRestOptions = {},
): Document {
  const paths: Record<string, object> = { ...document.paths };
  for (const prefix of [path].flat().map(asPrefix)) {
    const placeholders = [...prefix.matchAll(/\{(\w+)\}/g)].map(([, name]) => inPath(name!));
    for (const [route, operations] of Object.entries(OPERATIONS)) {
      const known = (paths[prefix + route] ?? {}) as Record<string, object>;
      const described = Object.entries(operations).map(([method, operation]) => [
        method,
        describeOperation(known[method] ?? {}, operation, placeholders),
      ]);
      paths[prefix + route] = { ...known, ...Object.fromEntries(described) };
    }
  }
  const schemas = { ...document.components?.schemas, ...RESULT_SCHEMAS, ...DOOR_SCHEMAS };
  return { ...document, paths, components: { ...document.components, schemas } };
}

function asPrefix(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => `/${part}`)
    .join('');
}
