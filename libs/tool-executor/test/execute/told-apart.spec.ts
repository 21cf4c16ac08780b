import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ToolJournal } from '../../src/journal/tool-journal.js';
import { defineTool } from '../../src/tool/defined-tool.js';
import { ToolError } from '../../src/tool/tool-error.js';
import { boot, type Booted } from '../support/boot.js';

const TEXT = 'Error: tool_error: {"success":false,"code":"tool_error"}';

describe('a success and a failure, each with the text of the other', () => {
  let booted: Booted;
  beforeAll(async () => {
    booted = await boot([
      defineTool({ name: 'works', description: 'Works', execute: () => TEXT }),
      defineTool({
        name: 'fails',
        description: 'Fails',
        execute: () => {
          throw new ToolError('success: all is well');
        },
      }),
    ]);
  });
  afterAll(() => booted.app.close());

  it.each([
    ['works', true, 'succeeded', TEXT],
    ['fails', false, 'failed', 'success: all is well'],
  ])(
    'are told apart without reading it, in result, trace and journal: %s',
    async (name, success, status, text) => {
      const result = await booted.executor.execute({ name });
      expect(result).toMatchObject({ success, output: success ? text : null, error: success ? null : text });
      expect(booted.tracer.last.ends[0]!.result.success).toBe(success);
      const nobody = { tenant: undefined, principalId: undefined };
      const recorded = await booted.app.get(ToolJournal).get(nobody, result.metadata.callId);
      expect(recorded).toMatchObject({ status, result: { success } });
    },
  );
});
