import { AsyncLocalStorage } from 'node:async_hooks';
import {
  Inject,
  Injectable,
  Module,
  Scope,
  UnauthorizedException,
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import {
  APP_INTERCEPTOR,
  ContextIdFactory,
  REQUEST,
  type ContextId,
  type ContextIdStrategy,
  type HostComponentInfo,
} from '@nestjs/core';
import {
  NoArguments,
  Tool,
  ToolExecutorModule,
  ToolExecutorService,
  type ToolContext,
  type ToolHandler,
} from 'nestjs-tool-executor';
import { ToolExecutorRestModule } from 'nestjs-tool-executor-rest';
import { Observable } from 'rxjs';

export interface User {
  readonly id: string;
  readonly tenant: string;
  readonly scopes: readonly string[];
}

/** Where the application keeps who is logged in. */
@Injectable()
export class Sessions {
  private readonly users = new Map<string, User>();

  start(token: string, user: User): void {
    this.users.set(token, user);
  }

  find(token: string | undefined): User | undefined {
    return token === undefined ? undefined : this.users.get(token);
  }
}

@Module({ providers: [Sessions], exports: [Sessions] })
export class SessionsModule {}

@Injectable()
export class SessionGuard implements CanActivate {
  constructor(private readonly sessions: Sessions) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    request.user = this.sessions.find(request.headers['x-session']);
    if (request.user === undefined) throw new UnauthorizedException();
    return true;
  }
}

declare module 'nestjs-tool-executor' {
  interface ToolContextData {
    readonly locale?: string;
  }
}

export const DoorModule = ToolExecutorRestModule.forRoot({
  imports: [SessionsModule],
  guards: [SessionGuard],
  principal: ({ user }: { user: User }) => user,
  context: ({ headers }: { headers: Record<string, string> }) => ({
    conversationId: headers['x-conversation'],
    data: { locale: headers['accept-language'] },
  }),
});

@Injectable({ scope: Scope.REQUEST })
export class CurrentUser {
  constructor(@Inject(REQUEST) private readonly request: { user?: User; principal?: User }) {}

  get tenant(): string | undefined {
    return (this.request.user ?? this.request.principal)?.tenant;
  }
}

@Injectable({ scope: Scope.REQUEST, durable: true })
export class TenantDatabase {
  constructor(@Inject(REQUEST) readonly of: { readonly tenant: string }) {}
}

export class OneTreePerTenant implements ContextIdStrategy {
  private readonly trees = new Map<string, ContextId>();

  attach(contextId: ContextId, request: { user?: User; principal?: User }) {
    const { tenant } = request.user ?? request.principal ?? { tenant: 'nobody' };
    const tree = this.trees.get(tenant) ?? ContextIdFactory.create();
    this.trees.set(tenant, tree);
    return {
      resolve: ({ isTreeDurable }: HostComponentInfo) => (isTreeDurable ? tree : contextId),
      payload: { tenant },
    };
  }
}

export const ambient = new AsyncLocalStorage<{ readonly tenant: string }>();

@Injectable()
export class AmbientTenant implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { tenant = 'nobody' } = context.switchToHttp().getRequest().user ?? {};
    return new Observable((subscriber) => ambient.run({ tenant }, () => next.handle().subscribe(subscriber)));
  }
}

@Tool({ name: 'who_am_i', description: 'Says whose call it is', parameters: NoArguments, readOnly: true })
@Injectable()
export class WhoAmI implements ToolHandler {
  constructor(
    private readonly user: CurrentUser,
    private readonly database: TenantDatabase,
  ) {}

  async execute(_: NoArguments, { principal, data, conversationId }: ToolContext) {
    await new Promise(setImmediate); // anything asynchronous
    return {
      byContext: principal?.tenant,
      byRequest: this.user.tenant,
      byDatabase: this.database.of.tenant,
      byAmbient: ambient.getStore()?.tenant,
      locale: data.locale,
      conversationId,
    };
  }
}

@Injectable()
export class NightlyReport {
  constructor(private readonly executor: ToolExecutorService) {}

  /** A cron job, a queue consumer, a script: there is no request, so it says itself whose call it is. */
  async run(tenant: string) {
    const principal = { id: 'nightly-report', tenant };
    return ambient.run({ tenant }, () =>
      this.executor.execute({ name: 'who_am_i' }, { principal, data: { locale: 'en' } }),
    );
  }
}

@Module({
  imports: [ToolExecutorModule.forRoot(), SessionsModule, DoorModule],
  providers: [
    CurrentUser,
    TenantDatabase,
    WhoAmI,
    NightlyReport,
    { provide: APP_INTERCEPTOR, useClass: AmbientTenant },
  ],
})
export class DeskModule {}
