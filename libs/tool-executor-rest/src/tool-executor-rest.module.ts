import { ConfigurableModuleBuilder, Module } from '@nestjs/common';
import { ApprovalsController } from './approvals/approvals.controller.js';
import { mountController } from './mount-controller.js';
import { RequestContextReader } from './request/request-context.reader.js';
import { ToolCallsController } from './tool-calls/tool-calls.controller.js';
import {
  REST_OPTIONS,
  resolveRestOptions,
  type ToolExecutorRestExtras,
  type ToolExecutorRestOptions,
} from './tool-executor-rest.options.js';
import { ToolsController } from './tools/tools.controller.js';

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<ToolExecutorRestOptions>()
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createToolExecutorRestOptions')
    .setExtras<ToolExecutorRestExtras>(
      { path: '', version: undefined, guards: [], imports: [] },
      (definition, { path = '', version, guards = [], imports = [] }) => ({
        ...definition,
        imports: [...(definition.imports ?? []), ...imports],
        controllers: [
          mountController(ToolsController, { path: [path, 'tools'], version, guards }),
          mountController(ToolCallsController, { path: [path, 'tool-calls'], version, guards }),
          mountController(ApprovalsController, { path: [path, 'approvals'], version, guards }),
        ],
      }),
    )
    .build();

/**
 * The REST door: lists tools, runs calls, shows what was called, and lets people decide approvals.
 * Works on Express and Fastify, beside the controllers of the application and under its global
 * prefix, guards and interceptors.
 *
 * ```ts
 * ToolExecutorRestModule.forRoot({
 *   path: 'llm',
 *   guards: [SessionGuard],
 *   principal: (request) => ({ id: request.user.id, tenant: request.user.tenant }),
 * })
 * ```
 *
 * A tool that fails is answered with HTTP 200 and `success: false`: that is an answer. HTTP errors
 * are for the door itself. Without `guards` and without a global guard it stands open.
 *
 * `path`, `version`, `guards` and `imports` are settled at import time; `forRootAsync` takes them beside its factory.
 *
 * @publicApi
 */
@Module({
  providers: [
    { provide: REST_OPTIONS, inject: [MODULE_OPTIONS_TOKEN], useFactory: resolveRestOptions },
    RequestContextReader,
  ],
})
export class ToolExecutorRestModule extends ConfigurableModuleClass {}
