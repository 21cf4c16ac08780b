import { ConsoleLogger, Injectable, type LogLevel } from '@nestjs/common';

const QUIET: LogLevel[] = ['warn', 'error', 'fatal'];
const EVERYTHING: LogLevel[] = ['verbose', 'debug', 'log', ...QUIET];

/** Nest's logger with every line on stderr: stdout carries the result alone. */
@Injectable()
export class StderrLogger extends ConsoleLogger {
  constructor(
    private readonly isVerbose: boolean,
    colors: boolean,
  ) {
    super({ logLevels: isVerbose ? EVERYTHING : QUIET, colors });
  }

  protected override printMessages(...[messages, context, level, , ...rest]: PrintArguments): void {
    const shown = this.isVerbose ? messages : messages.filter((message) => !isCallOutcome(message));
    super.printMessages(shown, context, level, 'stderr', ...rest);
  }
}

type PrintArguments = Parameters<ConsoleLogger['printMessages']>;

/** The line that the logger tracer writes for a failed call. The command shows that failure itself. */
function isCallOutcome(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'callId' in message && 'code' in message;
}
