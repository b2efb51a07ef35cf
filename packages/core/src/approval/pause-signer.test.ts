import { isToolwrightError, type PausedRun } from '@toolwright/contract';
import fc from 'fast-check';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { agentFor, erase, pausedOf } from './eraser.test.support.js';

const yes = { e: { approved: true } } as const;
const approvalKey = 'a secret of the program';

async function pause(config: Partial<AgentConfig> = {}): Promise<PausedRun> {
  return pausedOf(await agentFor([erase], config).agent.run('Erase ä, please.'));
}

function resume(paused: unknown, config: Partial<AgentConfig> = {}) {
  const { agent, toolRegistry } = agentFor(['Done.'], config);
  return { result: agent.resume(paused, yes), toolRegistry };
}

// H7
describe('a paused run', () => {
  it.each([
    ['the key of the process', {}],
    ['a text', { approvalKey }],
    ['bytes', { approvalKey: new TextEncoder().encode(approvalKey) }],
  ])('is signed with %s, and resumed by an agent with the same key', async (_, config) => {
    const paused = await pause(config);
    expect(paused.signature).toMatch(/^[0-9a-f]{64}$/);
    expect(await resume(paused, config).result).toMatchObject({ status: 'completed' });
  });

  it('is resumed after a database has changed the order of its members', async () => {
    const paused = await pause({ approvalKey });
    const turned = Object.fromEntries(Object.entries(paused).reverse());
    expect(await resume(turned, { approvalKey }).result).toMatchObject({ status: 'completed' });
  });

  it('is resumed after its key was replaced, as long as the old one is listed', async () => {
    const paused = await pause({ approvalKey });
    const newKey = 'the secret of next year';
    const rotated = { approvalKey: [newKey, approvalKey] };
    expect(await resume(paused, rotated).result).toMatchObject({ status: 'completed' });
    await expect(resume(paused, { approvalKey: newKey }).result).rejects.toMatchObject({
      code: 'FORGED_RUN',
    });
    const next = await pause(rotated);
    expect(await resume(next, { approvalKey: newKey }).result).toMatchObject({ status: 'completed' });
  });

  it('is refused after any bit of its text was changed, before anything is executed', async () => {
    const text = Buffer.from(JSON.stringify(await pause({ approvalKey })));
    const { agent, toolRegistry, llmClient } = agentFor([], { approvalKey });
    const altered = fc.tuple(fc.nat(text.length - 1), fc.nat(7));
    await fc.assert(
      fc.asyncProperty(altered, async ([index, bit]) => {
        const bytes = Buffer.from(text);
        bytes.writeUInt8(bytes.readUInt8(index) ^ (1 << bit), index);
        const error = await Promise.resolve()
          .then(() => agent.resume(JSON.parse(bytes.toString('utf8')), yes))
          .catch((thrown: unknown) => thrown);
        const refusal = isToolwrightError(error) ? error.code : error;
        expect(refusal instanceof SyntaxError ? 'INVALID_JSON' : refusal).toMatch(/^(FORGED|INVALID)_/);
      }),
      { numRuns: 500 },
    );
    expect([toolRegistry.executed, llmClient.requests]).toEqual([[], []]);
  });

  it.each([
    ['without a signature', ({ signature, ...run }: PausedRun) => run],
    [
      'with the signature of another run',
      (run: PausedRun, other: PausedRun) => ({ ...run, signature: other.signature }),
    ],
    ['with an additional member', (run: PausedRun) => ({ ...run, note: 'x' })],
    ['with a later expiry', (run: PausedRun) => ({ ...run, expiresAt: '2999-01-01T00:00:00.000Z' })],
    ['with another id', (run: PausedRun) => ({ ...run, runId: 'b' })],
  ])('%s is refused', async (_, change) => {
    const [one, other] = [await pause({ approvalKey }), await pause({ approvalKey })];
    const { result, toolRegistry } = resume(change(one, other), { approvalKey });
    await expect(result).rejects.toMatchObject({ code: 'FORGED_RUN' });
    expect(toolRegistry.executed).toEqual([]);
  });

  it('with arguments that were changed wherever they stand is refused', async () => {
    const text = JSON.stringify(await pause({ approvalKey })).replaceAll('a.txt', 'b.txt');
    await expect(resume(JSON.parse(text), { approvalKey }).result).rejects.toMatchObject({
      code: 'FORGED_RUN',
      message:
        'The signature of the paused run does not match: the run was changed, or signed with another key.',
    });
  });

  it('of an agent without signatures has none, and is accepted by such an agent only', async () => {
    const paused = await pause({ approvalKey: false });
    expect(paused).not.toHaveProperty('signature');
    expect(await resume(paused, { approvalKey: false }).result).toMatchObject({ status: 'completed' });
    await expect(resume(paused).result).rejects.toThrow('The paused run has no signature.');
  });

  it('expires if the agent says so', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const config = { approvalKey, approvalTtlMs: 60_000, runtime: { now: () => now } };
    const paused = await pause(config);
    expect(paused.expiresAt).toBe('2026-01-01T00:01:00.000Z');
    now += 59_999;
    expect(await resume(paused, config).result).toMatchObject({ status: 'completed' });
    now += 1;
    const { result, toolRegistry } = resume(paused, config);
    await expect(result).rejects.toMatchObject({ code: 'EXPIRED_RUN' });
    expect(toolRegistry.executed).toEqual([]);
  });

  it('never expires with an infinite time, or one beyond the calendar', async () => {
    for (const approvalTtlMs of [Number.POSITIVE_INFINITY, 1e300]) {
      expect(await pause({ approvalTtlMs })).not.toHaveProperty('expiresAt');
    }
  });
});

// H7
it.each([
  ['', 'has fewer than 16 bytes'],
  ['short', 'has fewer than 16 bytes'],
  [[], 'is an empty list'],
  [[approvalKey, 'short'], 'has fewer than 16 bytes'],
  [5, 'is neither a string nor bytes'],
  [true, 'is neither a string nor bytes'],
] as const)('the approval key %j is refused', (key, problem) => {
  const { llmClient } = agentFor([]);
  const config = { llmClient, approvalKey: key } as AgentConfig; // as a program without types may pass it
  expect(() => new Agent(config)).toThrow(`'approvalKey' ${problem}.`);
});

// H7
it.each([0, -1, Number.NaN])('the expiry %d is refused', (approvalTtlMs) => {
  const { llmClient } = agentFor([]);
  expect(() => new Agent({ llmClient, approvalTtlMs })).toThrow(`'approvalTtlMs' is ${approvalTtlMs}.`);
});
