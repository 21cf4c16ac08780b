export { describeToolExecutorRest, type DescribeRestOptions } from './openapi/describe-tool-executor-rest.js';
export type { OpenApiDocument, OpenApiPathItem } from './openapi/open-api-document.js';
export { traceIdOf } from './request/trace-id-of.js';
export { ToolExecutorRestModule } from './tool-executor-rest.module.js';
export type {
  RestCallContext,
  ToolExecutorRestExtras,
  ToolExecutorRestLimits,
  ToolExecutorRestOptions,
} from './tool-executor-rest.options.js';
