import type { ExecutedCall } from '../../tool/executed-call.js';
import type { ToolError } from '../../tool/tool-error.js';
import { ToolErrorMapper } from '../../tool/tool-error-mapper.js';
import { Faults, type Fault } from './faults.js';
import { Recorder } from './recorder.js';

/** @publicApi */
export interface RecordingErrorMapperOptions {
  /** Notes `map`. @default one of its own */
  readonly recorder?: Recorder;
  /** What it answers. @default nothing */
  readonly map?: (error: unknown, call: ExecutedCall) => ToolError | undefined;
}

/** One throw that a mapper was shown. `call.args` are read only where the test reads them. @publicApi */
export interface RecordedThrow {
  readonly error: unknown;
  readonly call: ExecutedCall;
}

/**
 * An error mapper that has no answer unless it is told otherwise, and keeps what it was shown.
 *
 * @publicApi
 */
export class RecordingErrorMapper extends ToolErrorMapper {
  readonly recorder: Recorder;
  readonly shown: RecordedThrow[] = [];
  private readonly faults = new Faults<'map'>('RecordingErrorMapper');

  constructor(private readonly options: RecordingErrorMapperOptions = {}) {
    super();
    this.recorder = options.recorder ?? new Recorder();
  }

  /** From now on it does it wrong. */
  misbehave(fault: Fault): this {
    this.faults.set('map', fault);
    return this;
  }

  behave(): this {
    this.faults.clear();
    return this;
  }

  map(error: unknown, call: ExecutedCall): ToolError | undefined {
    this.recorder.note('map');
    this.shown.push({ error, call });
    return this.faults.apply('map', () => this.options.map?.(error, call));
  }
}
