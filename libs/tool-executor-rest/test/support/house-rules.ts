import {
  Catch,
  HttpException,
  Injectable,
  UnauthorizedException,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';

/** Global parts that many applications have, in their plainest form. */

@Injectable()
export class WrapResponse implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data: unknown) => ({ data, meta: { api: 'house' } })));
  }
}

@Catch(HttpException)
export class ProblemFilter implements ExceptionFilter<HttpException> {
  readonly seen: number[] = [];

  catch(error: HttpException, host: ArgumentsHost): void {
    const status = error.getStatus();
    this.seen.push(status);
    const response = host.switchToHttp().getResponse();
    // `send` is there on both platforms; an object is sent as JSON.
    response.status(status).send({ problem: error.getResponse() });
  }
}

@Injectable()
export class BearerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    const [, user] = /^Bearer (.+)$/.exec(String(request.headers.authorization)) ?? [];
    if (user === undefined) throw new UnauthorizedException('who are you?');
    request.user = { id: user };
    return true;
  }
}

/** What a throttler does: lets `limit` requests of a client in. */
export class RequestLimitGuard implements CanActivate {
  private requests = 0;

  constructor(private readonly limit: number) {}

  canActivate(): boolean {
    if (++this.requests > this.limit) throw new HttpException('too many requests', 429);
    return true;
  }
}
