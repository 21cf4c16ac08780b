import { expectFailure, expectSuccess, toolHarness, toolResultMatchers } from 'nestjs-tool-executor/testing';
import { Orders } from './orders';

expect.extend(toolResultMatchers);

it('finds an order', async () => {
  const harness = toolHarness(Orders);
  const result = await harness.call('find_order', { number: 'A-17', page: { number: 2 } });
  expectSuccess(result);
  expect(result.output).toEqual({ number: 'A-17', page: 2 });
  await harness.close();
});

it('says what it does not find, and what is wrong with a question', async () => {
  const harness = toolHarness(Orders);
  const unknown = await harness.call('find_order', { number: 'Z-0' });
  expectFailure(unknown, 'tool_error');
  expect(unknown.error).toBe('there is no order Z-0');
  const wrong = await harness.call('find_order', { number: 'A-17', page: { number: 0 } });
  expectFailure(wrong, 'invalid_arguments');
  await harness.close();
});

it('asks before it cancels', async () => {
  const harness = toolHarness(Orders, { allowAll: false });
  const asked = await harness.call('cancel_orders', {});
  expectFailure(asked, 'approval_required');
  expectSuccess(await harness.approve(asked));
  await harness.close();
});
