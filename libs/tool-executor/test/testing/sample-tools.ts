import { Injectable } from '@nestjs/common';
import { IsInt, IsString } from 'class-validator';
import { Tool } from '../../src/discovery/tool.decorator.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import type { ToolHandler } from '../../src/tool/tool-handler.js';

export class GreetArgs {
  @IsString()
  name!: string;
}

/** Needs a scope, and asks under the default guard. */
@Tool({ name: 'greet', description: 'Greets.', parameters: GreetArgs, scopes: ['greet'] })
@Injectable()
export class GreetTool implements ToolHandler<GreetArgs> {
  execute({ name }: GreetArgs, { principal }: ToolContext): unknown {
    return { greeting: `Hello ${name}`, from: principal?.id ?? null };
  }
}

/** Changes something, so that it asks under the default guard. */
@Tool({ name: 'count', description: 'Counts its runs.' })
@Injectable()
export class CountTool implements ToolHandler {
  private runs = 0;

  execute(): unknown {
    this.runs += 1;
    return this.runs;
  }
}

export class Ledger {
  balance = 10;
}

export class PayArgs {
  @IsInt()
  amount!: number;
}

/** Tool methods of a provider that injects something. */
@Injectable()
export class Payments {
  constructor(private readonly ledger: Ledger) {}

  @Tool({ description: 'Pays.' })
  pay({ amount }: PayArgs): number {
    this.ledger.balance -= amount;
    return this.ledger.balance;
  }

  @Tool({ description: 'Tells the balance.', readOnly: true })
  tellBalance(): number {
    return this.ledger.balance;
  }
}
