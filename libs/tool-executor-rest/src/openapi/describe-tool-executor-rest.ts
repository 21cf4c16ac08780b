import { DOOR_SCHEMAS } from './door-schemas.js';
import type { OpenApiDocument } from './open-api-document.js';
import { OPERATIONS } from './operations.js';
import { RESULT_SCHEMAS } from './result-schemas.js';

/** @publicApi */
export interface DescribeRestOptions {
  /** Where the door is, the global prefix of the application included. @default '' */
  readonly path?: string;
}

/**
 * Adds bodies, parameters and answers of the door to an OpenAPI document (3.0 or 3.1), such as
 * the one of `SwaggerModule.createDocument()`. Plain data: nothing of swagger is imported.
 *
 * ```ts
 * const document = describeToolExecutorRest(SwaggerModule.createDocument(app, config));
 * ```
 *
 * Tags, security and operation ids that are there stay. A schema of yours that has the name of one
 * of ours, such as `ToolResult`, is replaced.
 *
 * @returns a new document; the given one is not changed
 * @publicApi
 */
export function describeToolExecutorRest<Document extends OpenApiDocument>(
  document: Document,
  { path = '' }: DescribeRestOptions = {},
): Document {
  const prefix = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => `/${part}`)
    .join('');
  const paths: Record<string, object> = { ...document.paths };
  for (const [route, operations] of Object.entries(OPERATIONS)) {
    const known = (paths[prefix + route] ?? {}) as Record<string, object>;
    const described = Object.entries(operations).map(([method, operation]) => [
      method,
      { tags: ['tool-executor'], ...known[method], ...operation },
    ]);
    paths[prefix + route] = { ...known, ...Object.fromEntries(described) };
  }
  const schemas = { ...document.components?.schemas, ...RESULT_SCHEMAS, ...DOOR_SCHEMAS };
  return { ...document, paths, components: { ...document.components, schemas } };
}
