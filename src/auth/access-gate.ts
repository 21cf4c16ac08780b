import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { AccessToken } from './access-token.js';
import { hostName, originName } from './host-name.js';

/** What the gate looks at. */
export interface Visitor {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
  /** The pattern of the route that matched; `undefined` where none did. */
  readonly route: string | undefined;
}

/** Why a visitor isn't let in. */
export interface Refusal {
  readonly statusCode: 401 | 403;
  readonly message: string;
  /** The WWW-Authenticate header (RFC 6750). */
  readonly challenge?: string;
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];
const CHALLENGE = 'Bearer realm="tool-executor"';

/** Lets nobody in without the token, nor through a name that isn't ours. */
@Injectable()
export class AccessGate {
  private readonly names: ReadonlySet<string>;

  constructor(
    private readonly token: AccessToken,
    { host, allowedHosts }: AppConfig,
  ) {
    this.names = new Set([...LOOPBACK, host.toLowerCase(), ...allowedHosts]);
  }

  /** `undefined`: come in. */
  check({ host, origin, authorization, route }: Visitor): Refusal | undefined {
    // A page of the internet may point its own name at 127.0.0.1 and call us from the browser of
    // the operator (DNS rebinding): then the name is not one of ours.
    if (!this.knows(hostName(host)))
      return { statusCode: 403, message: 'this host name is not allowed; see ALLOWED_HOSTS' };
    if (origin !== undefined && !this.knows(originName(origin))) {
      return { statusCode: 403, message: 'pages of this origin are not allowed' };
    }
    if (isPublic(route)) return undefined;
    if (authorization === undefined) {
      return { statusCode: 401, message: 'send the token: `Authorization: Bearer …`', challenge: CHALLENGE };
    }
    const [, candidate] = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization) ?? [];
    if (candidate !== undefined && this.token.matches(candidate)) return undefined;
    return {
      statusCode: 401,
      message: 'this token is not valid',
      challenge: `${CHALLENGE}, error="invalid_token"`,
    };
  }

  private knows(name: string | undefined): boolean {
    return name !== undefined && this.names.has(name);
  }
}

/** By the pattern of the route and not by the URL: no spelling of a path can pretend. */
function isPublic(route: string | undefined): boolean {
  return (
    route !== undefined && (route === '/docs' || route.startsWith('/docs/') || route.startsWith('/health/'))
  );
}
