import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Module } from '@nestjs/common';
import { NoArguments, Tool, ToolExecutorModule, type ToolContext } from 'nestjs-tool-executor';

@Injectable()
export class Rates {
  @Tool({ description: 'Reads the exchange rates', readOnly: true, timeoutMs: 20 })
  async readRates(_: NoArguments, { signal }: ToolContext) {
    await wait(60_000, undefined, { signal }); // or fetch(url, { signal }), or a query that takes one
    return { eur: 1 };
  }
}

@Injectable()
export class Ledger {
  /** What the library below waits for: it takes no signal. */
  readonly closed = Promise.withResolvers<string>();

  @Tool({ description: 'Closes the books of a month', timeoutMs: 20 })
  closeMonth() {
    return this.closed.promise;
  }

  @Tool({ description: 'Adds up the books', readOnly: true, timeoutMs: 5 })
  addUp(_: NoArguments, { deadline }: ToolContext) {
    let rounds = 0;
    while (Date.now() <= deadline + 1) rounds += 1; // the event loop belongs to this until it returns
    return { added: rounds > 0 };
  }
}

@Injectable()
export class Exports {
  @Tool({ description: 'Writes all orders to a file', timeoutMs: 20 })
  async exportOrders(_: NoArguments, { signal }: ToolContext) {
    const pages: number[] = [];
    while (pages.length < 1_000_000) {
      signal.throwIfAborted(); // ends the work here, so that the result can say `stopped: true`
      pages.push(await this.readPage(pages.length));
    }
    return { pages: pages.length };
  }

  private async readPage(page: number): Promise<number> {
    return wait(1, page);
  }
}

@Module({
  imports: [ToolExecutorModule.forRoot({ allow: ['close_month', 'export_orders'], stopGraceMs: 500 })],
  providers: [Rates, Ledger, Exports],
})
export class BooksModule {}
