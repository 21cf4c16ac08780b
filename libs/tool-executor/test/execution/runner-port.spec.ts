import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { InProcessToolRunner } from '../../src/execution/in-process.runner.js';
import { ToolRunner, type RunnableCall } from '../../src/execution/tool-runner.js';
import { ToolExecutorService } from '../../src/tool-executor.service.js';
import { ToolExecutorModule } from '../../src/tool-executor.module.js';
import { Test } from '@nestjs/testing';
import type { INestApplicationContext } from '@nestjs/common';

@Injectable()
class Tools {
  @Tool({ description: 'Is never reached', permission: 'public' })
  quick(): string {
    return 'quick';
  }
}

class LazyRunner extends ToolRunner {
  supports(): boolean {
    return true;
  }
  run(): unknown {
    return 'made up';
  }
}

describe('the runner', () => {
  let app: INestApplicationContext;
  afterEach(() => app.close());

  it('is the one that forRoot() names, and its kinds of isolation are those that boot', async () => {
    class CountingRunner extends InProcessToolRunner {
      runs = 0;
      override supports(): boolean {
        return true;
      }
      override run(call: RunnableCall): unknown {
        this.runs += 1;
        return super.run(call);
      }
    }
    @Injectable()
    class Isolated {
      @Tool({ description: 'Runs elsewhere', permission: 'public', isolation: 'worker' })
      elsewhere(): string {
        return 'elsewhere';
      }
    }
    const runner = new CountingRunner();
    const module = await Test.createTestingModule({
      imports: [ToolExecutorModule.forRoot({ tracers: [], runner })],
      providers: [Isolated],
    }).compile();
    app = await module.init();
    const result = await app.get(ToolExecutorService).execute({ name: 'elsewhere' });
    expect(result).toMatchObject({ success: true, metadata: { isolation: 'worker' } });
    expect(runner.runs).toBe(1);
  });

  it('cannot make a success of a tool that it never started', async () => {
    const module = await Test.createTestingModule({
      imports: [ToolExecutorModule.forRoot({ tracers: [] })],
      providers: [Tools],
    })
      .overrideProvider(ToolRunner)
      .useClass(LazyRunner)
      .compile();
    app = await module.init();
    const result = await app.get(ToolExecutorService).execute({ name: 'quick' });
    expect(result).toMatchObject({ success: false, metadata: { code: 'internal_error', executed: false } });
  });
});
