const BRAND = Symbol.for('nestjs-tool-executor.ToolBudget');

/** What {@link createToolBudget} takes. A limit that is left out is none. @publicApi */
export interface ToolBudgetLimits {
  /** Calls of all tools together. */
  readonly total?: number;
  /** Calls of each tool: one number for all, or numbers by name; names that are left out have no limit. */
  readonly perTool?: number | Readonly<Record<string, number>>;
  /** Failures in a row, of whatever tools, after which nothing runs any more. */
  readonly errors?: number;
}

/**
 * How many calls a turn or run may still make. Put one into `context.budget` and share it between
 * all calls that it is for: it counts parallel and nested calls together. Made by
 * {@link createToolBudget}; one of another copy of this package serves as well.
 *
 * @publicApi
 */
export class ToolBudget {
  static {
    Object.defineProperty(this.prototype, BRAND, { value: true });
  }

  readonly #total: number;
  readonly #perTool: (tool: string) => number;
  readonly #errors: number;
  readonly #usedByTool = new Map<string, number>();
  #used = 0;
  #errorsInARow = 0;

  /** @internal */
  constructor({ total = Infinity, perTool = Infinity, errors = Infinity }: ToolBudgetLimits) {
    this.#total = total;
    this.#errors = errors;
    if (typeof perTool === 'number') {
      this.#perTool = () => perTool;
    } else {
      const byName = new Map(Object.entries(perTool));
      this.#perTool = (tool) => byName.get(tool) ?? Infinity;
    }
  }

  static isInstance(value: unknown): value is ToolBudget {
    return typeof value === 'object' && value !== null && (value as { [BRAND]?: unknown })[BRAND] === true;
  }

  /** Calls that were counted: all with valid arguments, whether they ran or were denied. */
  get used(): number {
    return this.#used;
  }

  /** Calls of one tool that were counted. */
  usedBy(tool: string): number {
    return this.#usedByTool.get(tool) ?? 0;
  }

  /** Failures since the last success. Those with `approval_required`, `cancelled` and `budget_exceeded` don't count. */
  get errorsInARow(): number {
    return this.#errorsInARow;
  }

  /** Whether a further call is refused, whatever its tool: a loop had better end here. */
  get isExhausted(): boolean {
    return this.#used >= this.#total || this.#errorsInARow >= this.#errors;
  }

  /**
   * Takes one call out of the budget, or none at all.
   *
   * @returns why there is none left
   * @internal
   */
  reserve(tool: string): string | undefined {
    if (this.#errorsInARow >= this.#errors) return `${this.#errorsInARow} calls in a row have failed`;
    if (this.#used >= this.#total) return `all ${this.#total} calls are used up`;
    const used = this.usedBy(tool);
    if (used >= this.#perTool(tool)) return `all ${this.#perTool(tool)} calls of ${tool} are used up`;
    this.#used += 1;
    this.#usedByTool.set(tool, used + 1);
    return undefined;
  }

  /**
   * Notes how a call ended.
   *
   * @internal
   */
  noteEnd(succeeded: boolean): void {
    this.#errorsInARow = succeeded ? 0 : this.#errorsInARow + 1;
  }
}

/**
 * A budget for the calls of one turn or run:
 *
 * ```ts
 * const budget = createToolBudget({ total: 40, perTool: 10, errors: 5 });
 * await executor.execute(call, { principal, budget });
 * ```
 *
 * Beyond it a call is `budget_exceeded`, before permission is asked.
 *
 * @throws TypeError for a limit that can't be meant
 * @publicApi
 */
export function createToolBudget(limits: ToolBudgetLimits = {}): ToolBudget {
  for (const name of Object.keys(limits)) {
    if (!LIMITS.includes(name))
      throw new TypeError(`createToolBudget(): \`${name}\` is not a limit; give ${LIMITS.join(', ')}.`);
  }
  const { total, perTool, errors } = limits;
  requireCount('total', total, 0);
  requireCount('errors', errors, 1);
  if (typeof perTool === 'object' && perTool !== null) {
    for (const [tool, count] of Object.entries(perTool)) requireCount(`perTool.${tool}`, count, 0);
  } else {
    requireCount('perTool', perTool, 0);
  }
  return new ToolBudget(limits);
}

const LIMITS: readonly string[] = ['total', 'perTool', 'errors'] satisfies (keyof ToolBudgetLimits)[];

function requireCount(name: string, value: unknown, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= least)) return;
  throw new TypeError(
    `createToolBudget(): \`${name}\` must be a whole number from ${least}, got ${String(value)}.`,
  );
}
