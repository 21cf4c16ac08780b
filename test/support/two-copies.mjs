/**
 * `node two-copies.mjs TOOLS EXECUTOR`: one process with two copies of the core, by the files of their
 * root entries. The first declares tools, throws errors and provides ports; the second runs them.
 * Prints what doesn't hold as a JSON array.
 */
import 'reflect-metadata';
import { pathToFileURL } from 'node:url';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsString } from 'class-validator';

const [one, other] = await Promise.all(process.argv.slice(2).map((file) => import(pathToFileURL(file).href)));

const decorate = (decorators, target, key) => {
  const descriptor = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
  for (const decorator of decorators) decorator(target, key, descriptor);
};

class PayArgs {}
decorate([IsString(), one.Describe('To whom')], PayArgs.prototype, 'to');
decorate([IsString(), one.Sensitive()], PayArgs.prototype, 'pin');

class Tools {
  pay() {
    throw new one.ToolError('no money', { retryable: true, details: { left: 0 } });
  }
  list() {
    return new one.ProcessOutput({ stdout: 'a file', stderr: 'a warning', exitCode: 0 });
  }
}
decorate([one.Tool({ description: 'Pays', parameters: PayArgs, readOnly: true })], Tools.prototype, 'pay');
decorate(
  [one.Tool({ description: 'Lists', parameters: one.NoArguments, readOnly: true })],
  Tools.prototype,
  'list',
);

const show = one.defineTool({
  name: 'show',
  description: 'Shows',
  readOnly: true,
  execute: () => one.toolOutput('a chart', { attributes: { month: 'May' } }),
});

class Denying extends one.ToolPermissionGuard {
  decide(call) {
    return call.tool.name === 'list' ? one.allow() : one.deny('not today');
  }
  isVisible() {
    return true;
  }
}

class AppModule {}
decorate(
  [
    Module({
      imports: [
        other.ToolExecutorModule.forRoot({ tracers: [], guards: [new other.DefaultPermissionGuard()] }),
        one.ToolExecutorModule.forFeature([Tools], { toolset: 'bank' }),
      ],
      providers: [show],
    }),
  ],
  AppModule,
);
class GuardedModule {}
decorate(
  [
    Module({
      imports: [
        other.ToolExecutorModule.forRoot({
          tracers: [],
          guards: [new one.ComposedPermissionGuard([new Denying()])],
          journal: new one.InMemoryToolJournal(new one.InMemoryApprovalStore()),
        }),
      ],
      providers: [Tools],
    }),
  ],
  GuardedModule,
);

const failed = [];
const holds = (ok, what) => {
  if (!ok) failed.push(what);
};

holds(one !== other && one.ToolError !== other.ToolError, 'there are two copies');
const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
const executor = app.get(other.ToolExecutorService);
const [list, pay, shown] = await executor.list();
holds(
  list?.name === 'list' && pay?.name === 'pay' && shown?.name === 'show',
  'tools of the other copy are found, also by forFeature()',
);
holds(pay?.toolset === 'bank', 'a toolset of the other copy counts');
holds(pay?.parameters.properties.to.description === 'To whom', '@Describe() of the other copy counts');
holds(Object.keys(list?.parameters.properties ?? {}).length === 0, 'NoArguments of the other copy is empty');

const broke = await executor.execute({ name: 'pay', arguments: { to: 'Ada', pin: 'sesame-1234' } });
holds(broke.error === 'no money', 'a ToolError of the other copy speaks to the model');
holds(broke.metadata.retryable === true && broke.metadata.details?.left === 0, 'its facts are kept');
const records = JSON.stringify(await app.get(other.ToolJournal).list({}));
holds(
  records.includes('Ada') && !records.includes('sesame-1234'),
  '@Sensitive() of the other copy is masked',
);
const listed = await executor.execute({ name: 'list', arguments: {} });
holds(listed.success && listed.output === 'a file', 'a ProcessOutput of the other copy is one');
const chart = await executor.execute({ name: 'show', arguments: {} });
holds(chart.output === 'a chart', 'a toolOutput() of the other copy is one');
holds(chart.metadata.attributes?.month === 'May', 'its attributes are kept');
holds(one.ToolError.isInstance(new other.ToolError('x')), 'ToolError.isInstance() knows both');
const stopped = new other.ToolStoppedError('timeout', 'the caller ran out of time');
holds(one.ToolStoppedError.isInstance(stopped), 'ToolStoppedError.isInstance() knows both');
const late = await executor.execute(
  { name: 'list', arguments: {} },
  { signal: AbortSignal.abort(new one.ToolStoppedError('timeout', 'the caller ran out of time')) },
);
holds(late.metadata.code === 'timeout', 'a ToolStoppedError of the other copy keeps its code');
await app.close();

const guarded = await NestFactory.createApplicationContext(GuardedModule, { logger: false });
const denied = await guarded
  .get(other.ToolExecutorService)
  .execute({ name: 'pay', arguments: { to: 'Ada', pin: '1' } });
holds(denied.metadata.code === 'permission_denied', 'a guard of the other copy decides');
const recorded = await guarded.get(other.ToolExecutorService).execute({ name: 'list', arguments: {} });
holds(recorded.success, 'a journal of the other copy records');
await guarded.close();

console.log(JSON.stringify(failed));
