import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Injectable } from '@nestjs/common';
import { IsString } from 'class-validator';
import {
  Tool,
  ToolExecutorService,
  type ToolContext,
  type ToolExecutionContext,
  type ToolHandler,
} from 'nestjs-tool-executor';

/** One transaction, on a connection of its own. Whoever writes after its end fails, and writes nothing. */
export class Transaction {
  private ended = false;

  constructor(private readonly database: DatabaseSync) {
    database.exec('BEGIN IMMEDIATE');
  }

  write(sql: string, ...values: SQLInputValue[]): void {
    if (this.ended) throw new Error('the transaction has ended');
    this.database.prepare(sql).run(...values);
  }

  /** The first end stands. */
  end(how: 'COMMIT' | 'ROLLBACK'): void {
    if (this.ended) return;
    this.ended = true;
    this.database.exec(how);
    this.database.close();
  }
}

@Injectable()
export class Transactions {
  private readonly current = new AsyncLocalStorage<Transaction>();

  constructor(private readonly file: string) {}

  /** Joins the transaction that is under way, or begins one that ends with `work` or with `signal`. */
  async within<T>(work: (transaction: Transaction) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const outer = this.current.getStore();
    if (outer !== undefined) return work(outer);
    signal?.throwIfAborted();
    const transaction = new Transaction(new DatabaseSync(this.file));
    const rollBack = (): void => transaction.end('ROLLBACK');
    signal?.addEventListener('abort', rollBack);
    try {
      const value = await this.current.run(transaction, () => work(transaction));
      signal?.throwIfAborted();
      transaction.end('COMMIT');
      return value;
    } finally {
      signal?.removeEventListener('abort', rollBack);
      rollBack(); // does nothing after the commit
    }
  }
}

/** A service that takes its time. */
export abstract class Warehouse {
  abstract confirm(order: string, signal?: AbortSignal): Promise<void>;
}

export class OrderArgs {
  @IsString()
  order!: string;
}

@Tool({ name: 'reserve_stock', description: 'Reserves the goods of an order', parameters: OrderArgs })
@Injectable()
export class ReserveStock implements ToolHandler<OrderArgs> {
  constructor(
    private readonly transactions: Transactions,
    private readonly warehouse: Warehouse,
  ) {}

  async execute({ order }: OrderArgs, { signal }: ToolContext) {
    return this.transactions.within(async (transaction) => {
      transaction.write('INSERT INTO reservations (number) VALUES (?)', order);
      await this.warehouse.confirm(order, signal);
      transaction.write('UPDATE reservations SET confirmed = 1 WHERE number = ?', order);
      return { reserved: order };
    }, signal);
  }
}

@Injectable()
export class Checkout {
  constructor(
    private readonly transactions: Transactions,
    private readonly executor: ToolExecutorService,
  ) {}

  /** The order and what the tool writes are in one transaction: both are there, or neither. */
  async place(order: string, context: ToolExecutionContext) {
    return this.transactions.within(async (transaction) => {
      transaction.write('INSERT INTO orders (number) VALUES (?)', order);
      const result = await this.executor.execute({ name: 'reserve_stock', arguments: { order } }, context);
      // execute() never throws: without this line the order would be committed although the tool failed.
      if (!result.success) throw new Error(result.error, { cause: result });
      return result;
    });
  }
}
