/** `error`: it doesn't work; `warning`: a model or an operator will stumble over it; `hint`: good to know. */
export type FindingLevel = 'error' | 'warning' | 'hint';

/** One thing that `doctor` has to say. */
export interface Finding {
  readonly level: FindingLevel;
  /** Stable, for programs. */
  readonly code: string;
  readonly tool?: string;
  /** Path of the argument. */
  readonly argument?: string;
  readonly message: string;
  readonly remedy: string;
}
