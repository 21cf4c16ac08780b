import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeDoors, openDoor, PLATFORMS, type Answer, type Door } from './support/platforms.js';

describe.each(PLATFORMS)('/approvals on %s', (platform) => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor(platform);
  });
  afterAll(closeDoors);

  const asPrincipal = (principal: string) => ({ 'x-principal': principal });
  const call = (text: string, approvalId?: string) =>
    door.send('POST', '/tool-calls', { name: 'erase', arguments: { text }, approvalId });
  const decide = (id: string, body: unknown, principal = 'grace'): Promise<Answer> =>
    door.send('POST', `/approvals/${id}/decision`, body, asPrincipal(principal));
  const ask = async (text: string): Promise<string> => (await call(text)).body.metadata.approvalId;

  it('runs an approved call once', async () => {
    const id = await ask('disk');
    const { status, body } = await decide(id, { approved: true, comment: 'go on' });
    expect([status, body]).toMatchObject([
      200,
      { id, status: 'approved', decidedBy: 'grace', comment: 'go on' },
    ]);
    expect((await call('disk', id)).body).toMatchObject({ success: true, output: 'erased disk' });
    expect((await call('disk', id)).body.metadata.code).toBe('approval_invalid');
  });

  it('does not run what was approved for another call', async () => {
    const id = await ask('one');
    await decide(id, { approved: true });
    expect((await call('two', id)).body.metadata.code).toBe('approval_invalid');
  });

  it('tells the model why a call was denied', async () => {
    const id = await ask('log');
    await decide(id, { approved: false, comment: 'we need the log' });
    const { body } = await call('log', id);
    expect(body.metadata.code).toBe('approval_invalid');
    expect(body.error).toContain('we need the log');
  });

  it('lists what is pending', async () => {
    const id = await ask('pending');
    const { body } = await door.send('GET', '/approvals?status=pending');
    expect(body).toContainEqual(
      expect.objectContaining({ id, status: 'pending', arguments: { text: 'pending' } }),
    );
  });

  it('does not let the requester approve', async () => {
    const id = await ask('own');
    expect((await decide(id, { approved: true }, 'ada')).status).toBe(403);
    expect((await decide(id, { approved: false }, 'ada')).status).toBe(200);
  });

  it('answers 409 with the approval when somebody was first', async () => {
    const id = await ask('twice');
    await decide(id, { approved: false });
    const { status, body } = await decide(id, { approved: true }, 'linus');
    expect([status, body]).toMatchObject([
      409,
      { statusCode: 409, approval: { id, status: 'denied', decidedBy: 'grace' } },
    ]);
  });

  it('lets one of many deciders win', async () => {
    const id = await ask('race');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => decide(id, { approved: true }, `p${at}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  it.each(['nobody/acme', ''])(
    'hides approvals from other tenants and answers 404 or 403 (%p)',
    async (principal) => {
      const id = await ask('hidden');
      expect([403, 404]).toContain((await decide(id, { approved: true }, principal)).status);
      expect((await door.send('GET', '/approvals?status=approved')).body).not.toContainEqual(
        expect.objectContaining({ id }),
      );
    },
  );

  it('answers an unknown approval with 404', async () => {
    expect((await decide('nothing', { approved: true })).status).toBe(404);
  });

  it.each([
    ['nothing', {}, 'approved is missing'],
    ['text for a boolean', { approved: 'true' }, 'approved must be true or false'],
    ['a number as comment', { approved: true, comment: 1 }, 'comment must be text'],
    [
      'an unknown field',
      { approved: true, force: true },
      '"force" is not a field; there are approved, comment',
    ],
  ])('refuses %s as decision and leaves the approval pending', async (_, body, message) => {
    const id = await ask('malformed');
    const answer = await decide(id, body);
    expect([answer.status, answer.body.message]).toEqual([400, [message]]);
    expect((await decide(id, { approved: false })).body.status).toBe('denied');
  });
});
