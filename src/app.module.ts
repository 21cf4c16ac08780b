import { Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { DefaultPermissionGuard, ToolExecutorModule } from 'nestjs-tool-executor';
import { ToolExecutorRestModule } from 'nestjs-tool-executor-rest';
import { ToolExecutorToolsModule } from 'nestjs-tool-executor-tools';
import { AuthModule } from './auth/auth.module.js';
import { AppConfig } from './config/app-config.js';
import { ConfigModule } from './config/config.module.js';
import { HealthModule } from './health/health.module.js';
import { loggerOptions } from './logging/logger-options.js';
import { DeniedToolsPermissionGuard } from './permission/denied-tools.permission-guard.js';

/** The composition root: the one place that knows which parts make up this application. */
@Module({
  imports: [
    ConfigModule,
    LoggerModule.forRootAsync({ inject: [AppConfig], useFactory: loggerOptions }),
    AuthModule,
    ToolExecutorModule.forRootAsync({
      inject: [AppConfig],
      useFactory: ({ allowTools, toolTimeoutMs, shutdownTimeoutMs }: AppConfig) => ({
        timeoutMs: toolTimeoutMs,
        shutdownTimeoutMs,
        guards: [DeniedToolsPermissionGuard, new DefaultPermissionGuard(allowTools)],
        // One token means one operator, who is the requester of every call and must decide about them too.
        approvals: { allowSelfApproval: true },
      }),
    }),
    ToolExecutorToolsModule.forRootAsync({
      inject: [AppConfig],
      useFactory: ({ workspaceDir, searxngUrl: url }: AppConfig) => ({
        workspaceDir,
        search: url === undefined ? { provider: 'local' } : { provider: 'searxng', url },
      }),
    }),
    ToolExecutorRestModule.forRootAsync({
      inject: [AppConfig],
      useFactory: ({ principal, toolTimeoutMs }: AppConfig) => ({
        // Whoever gets here has shown the token, and the token belongs to one principal.
        principal: () => principal,
        context: ({ id }: { id: string }) => ({
          traceId: id,
          deadline: Date.now() + toolTimeoutMs,
        }),
      }),
    }),
    HealthModule,
  ],
  providers: [DeniedToolsPermissionGuard],
})
export class AppModule {}
