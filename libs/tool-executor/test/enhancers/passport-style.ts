import {
  mixin,
  Optional,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';

type Request = Record<string, unknown> & { readonly headers: Readonly<Record<string, string>> };
type Verified = (error: unknown, user: unknown, info: unknown) => unknown;

/** Strategies by name, as `passport.use()` keeps them. */
const STRATEGIES: Readonly<Record<string, (request: Request, done: Verified) => unknown>> = {
  jwt: (request, done) => {
    const [scheme, token] = (request.headers['authorization'] ?? '').split(' ');
    if (scheme !== 'Bearer') return done(null, false, new Error('No auth token'));
    const roles = USERS[token!];
    return roles === undefined
      ? done(null, false, new Error('invalid signature'))
      : done(null, { id: token, roles }, undefined);
  },
};
const USERS: Readonly<Record<string, readonly string[]>> = { ada: ['admin'], bob: [] };

/** The steps of `AuthGuard()` of @nestjs/passport, one by one, with no passport behind it. */
export function AuthGuard(strategy: string): Type<CanActivate> {
  class MixinAuthGuard implements CanActivate {
    constructor(@Optional() protected readonly options?: { readonly property?: string }) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const [request] = [this.getRequest(context), this.getResponse(context)];
      const user = await new Promise((resolve, reject) => {
        STRATEGIES[strategy]!(request, (error, found, info) => {
          try {
            return resolve(this.handleRequest(error, found, info));
          } catch (thrown) {
            return reject(thrown as Error);
          }
        });
      });
      (request as Record<string, unknown>)[this.options?.property ?? 'user'] = user;
      return true;
    }

    getRequest(context: ExecutionContext): Request {
      return context.switchToHttp().getRequest();
    }

    getResponse(context: ExecutionContext): unknown {
      return context.switchToHttp().getResponse();
    }

    handleRequest(error: unknown, user: unknown, _info: unknown): unknown {
      if (error || !user) throw error || new UnauthorizedException();
      return user;
    }
  }
  return mixin(MixinAuthGuard);
}
