import type { TokenOrigin } from './auth/access-token.js';
import type { AppConfig } from './config/app-config.js';

/** Tells a person where the application is and how to call it. On stderr: stdout is the log. */
export function printWelcome(
  url: string,
  origin: TokenOrigin,
  { tokenFile }: Pick<AppConfig, 'tokenFile'>,
): void {
  const bearer = origin.from === 'environment' ? '$TOOL_EXECUTOR_TOKEN' : `$(cat '${tokenFile}')`;
  const lines = [
    `Listening on ${url} (OpenAPI at ${url}/docs)`,
    origin.from === 'environment' ? 'Token: the one in TOOL_EXECUTOR_TOKEN' : `Token: in ${tokenFile}`,
    ...(origin.from === 'created' ? [`It was created just now and is shown this once: ${origin.token}`] : []),
    'Try it:',
    `  curl -s ${url}/tool-calls -H "Authorization: Bearer ${bearer}" -H 'Content-Type: application/json' \\`,
    `    -d '{"name":"read_file","arguments":{"path":"README.md"}}'`,
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
}
