import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import {
  Tool,
  ToolApprovals,
  ToolExecutorModule,
  ToolExecutorService,
  type ToolExecutorOptions,
  type ToolFailure,
} from 'nestjs-tool-executor';
import {
  Checkout,
  OrderArgs,
  ReserveStock,
  Transactions,
  Warehouse,
} from './support/transactions-example.js';

/** What the test says. */
class TestWarehouse extends Warehouse {
  confirm: Warehouse['confirm'] = async () => undefined;
}

/** Neither gives its signal to the transaction nor to what it waits for. */
@Injectable()
class Careless {
  constructor(
    private readonly transactions: Transactions,
    private readonly warehouse: Warehouse,
  ) {}

  @Tool({ description: 'Reserves, and looks neither left nor right' })
  async reserveCarelessly({ order }: OrderArgs): Promise<void> {
    await this.transactions.within(async (transaction) => {
      transaction.write('INSERT INTO reservations (number) VALUES (?)', order);
      await this.warehouse.confirm(order);
    });
  }
}

const untilAborted: Warehouse['confirm'] = (_, signal) =>
  new Promise((_resolve, reject) => {
    signal!.addEventListener('abort', () => reject(signal!.reason as Error));
  });

describe('a transaction of the database', () => {
  let folder: string;
  let app: TestingModule | undefined;
  let observer: DatabaseSync;
  let warehouse: TestWarehouse;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'transactions-'));
    observer = new DatabaseSync(join(folder, 'db'));
    observer.exec(
      'CREATE TABLE orders (number TEXT); CREATE TABLE reservations (number TEXT, confirmed INT)',
    );
    warehouse = new TestWarehouse();
  });
  afterEach(async () => {
    await app?.close();
    observer.close();
    rmSync(folder, { recursive: true });
  });

  const boot = async (options: ToolExecutorOptions = {}): Promise<TestingModule> => {
    const allow = ['reserve_stock', 'reserve_carelessly'];
    app = await Test.createTestingModule({
      imports: [
        ToolExecutorModule.forRoot({ allow, tracers: [], timeoutMs: 30, stopGraceMs: 100, ...options }),
      ],
      providers: [
        { provide: Transactions, useValue: new Transactions(join(folder, 'db')) },
        { provide: Warehouse, useValue: warehouse },
        ReserveStock,
        Careless,
        Checkout,
      ],
    }).compile();
    return app.init();
  };
  const rows = (): unknown[] => [
    ...observer
      .prepare('SELECT number FROM orders')
      .all()
      .map(({ number }) => number),
    ...observer
      .prepare('SELECT number FROM reservations WHERE confirmed')
      .all()
      .map(({ number }) => `${String(number)} confirmed`),
    ...observer
      .prepare('SELECT number FROM reservations WHERE confirmed IS NULL')
      .all()
      .map(({ number }) => `${String(number)} half done`),
  ];
  /** Whether somebody holds the lock for writing. */
  const isOpen = (): boolean => {
    try {
      observer.exec('BEGIN IMMEDIATE; ROLLBACK');
      return false;
    } catch (error) {
      if (!String(error).includes('locked')) throw error;
      return true;
    }
  };
  const reserve = async (name: string) =>
    app!.get(ToolExecutorService).execute({ name, arguments: { order: 'A-17' } });

  describe('of a tool', () => {
    it('is committed when the tool returns, and rolled back when it throws', async () => {
      await boot();
      expect(await reserve('reserve_stock')).toMatchObject({ success: true });
      warehouse.confirm = () => Promise.reject(new Error('sold out'));
      expect(await reserve('reserve_stock')).toMatchObject({ success: false, error: 'sold out' });
      expect([rows(), isOpen()]).toEqual([['A-17 confirmed'], false]);
    });

    it.each<[string, string, Warehouse['confirm'], { stopped: boolean; open: boolean }]>([
      ['one that stops with its signal', 'reserve_stock', untilAborted, { stopped: true, open: false }],
      [
        'one that rolls back with its signal and waits on',
        'reserve_stock',
        () => new Promise(() => {}),
        { stopped: false, open: false },
      ],
      [
        'one that ignores its signal',
        'reserve_carelessly',
        () => new Promise(() => {}),
        { stopped: false, open: true },
      ],
    ])(
      'is not open after a timeout, unless `stopped: false` says so: %s',
      async (_, name, confirm, expected) => {
        await boot();
        warehouse.confirm = confirm;
        const { metadata } = await reserve(name);
        expect(metadata).toMatchObject({ code: 'timeout', executed: true });
        expect({ stopped: (metadata as ToolFailure['metadata']).stopped, open: isOpen() }).toEqual(expected);
        expect(rows()).toEqual([]);
      },
    );

    it('commits nothing that comes after its timeout', async () => {
      await boot({ stopGraceMs: 0 });
      const answer = Promise.withResolvers<void>();
      warehouse.confirm = () => answer.promise;
      expect(await reserve('reserve_stock')).toMatchObject({ metadata: { code: 'timeout', stopped: false } });
      answer.resolve();
      await new Promise(setImmediate);
      expect([rows(), isOpen()]).toEqual([[], false]);
    });
  });

  describe('of the caller', () => {
    const place = (context = {}): Promise<unknown> => app!.get(Checkout).place('A-17', context);

    it('holds what the caller and the tool write', async () => {
      await boot();
      await place();
      expect(rows()).toEqual(['A-17', 'A-17 confirmed']);
    });

    it.each<[string, Warehouse['confirm']]>([
      ['throws', () => Promise.reject(new Error('sold out'))],
      ['is out of time', untilAborted],
    ])('is rolled back by the caller when the tool %s', async (_, confirm) => {
      await boot();
      warehouse.confirm = confirm;
      await expect(place()).rejects.toThrow();
      expect([rows(), isOpen()]).toEqual([[], false]);
    });

    it('takes nothing from a tool that is still at work after it', async () => {
      await boot({ stopGraceMs: 0 });
      const answer = Promise.withResolvers<void>();
      warehouse.confirm = () => answer.promise;
      await expect(place()).rejects.toThrow('timed out');
      answer.resolve();
      await new Promise(setImmediate);
      expect([rows(), isOpen()]).toEqual([[], false]);
    });

    it('does not wait for a person: the call is asked for in one, and runs in another', async () => {
      await boot({ allow: [] });
      const ada = { id: 'ada', tenant: 'acme' };
      const refused = (await place({ principal: ada }).catch(({ cause }) => cause)) as ToolFailure;
      expect(refused.metadata.code).toBe('approval_required');
      expect([rows(), isOpen()]).toEqual([[], false]);
      const approval = refused.metadata.approvalId!;
      await app!.get(ToolApprovals).decide(approval, { approved: true }, { id: 'bob', tenant: 'acme' });
      await place({ principal: ada, approval });
      expect(rows()).toEqual(['A-17', 'A-17 confirmed']);
    });
  });
});
