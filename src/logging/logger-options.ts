import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestMethod } from '@nestjs/common';
import type { Params } from 'nestjs-pino';
import type { AppConfig } from '../config/app-config.js';

/**
 * JSON lines on stdout. Every line that is written on behalf of a request has its `traceId`: the
 * id that the server gave the request. Neither bodies nor headers
 * are logged, so no arguments and no token.
 */
export function loggerOptions({ logLevel }: Pick<AppConfig, 'logLevel'>): Params {
  return {
    // The default of nestjs-pino, `{/*splat}`, becomes `/{/*splat}` on Fastify and matches nothing there.
    forRoutes: [{ path: '{*splat}', method: RequestMethod.ALL }],
    pinoHttp: {
      level: logLevel,
      customAttributeKeys: { reqId: 'traceId' },
      quietReqLogger: true,
      quietResLogger: true,
      customSuccessObject: (request, response, facts: { responseTime: number }) =>
        summary(request, response, facts),
      customErrorObject: (request, response, error, facts: { responseTime: number }) => ({
        ...summary(request, response, facts),
        error: error.message,
      }),
      hooks: {
        // A tool call names its trace id itself. One key twice in a line is refused by log stores.
        logMethod(args, method) {
          const [facts, ...more] = args as [unknown, ...unknown[]];
          if (typeof facts !== 'object' || facts === null || !('traceId' in facts))
            return method.apply(this, args);
          const { traceId, ...rest } = facts;
          const known = this.bindings().traceId === traceId;
          return method.apply(this, [known ? rest : facts, ...more] as unknown as typeof args);
        },
      },
    },
  };
}

function summary(
  { method, url = '' }: IncomingMessage,
  { statusCode }: ServerResponse,
  { responseTime }: { readonly responseTime: number },
): object {
  return { method, path: url.split('?', 1)[0], statusCode, responseTimeMs: responseTime };
}
