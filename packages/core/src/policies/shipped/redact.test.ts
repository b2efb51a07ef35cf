import type { AgentEvent } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import fc from 'fast-check';
import { Agent } from '../../agent/agent.js';
import { stubTools } from '../../calls/stub-tools.test.support.js';
import { collect } from '../../run/collect.test.support.js';
import { redact } from './redact.js';

const EMAIL = /[\w.]+@[\w.]+/;
const policies = [redact({ email: EMAIL, card: /\b\d{16}\b/ })];

const run = (
  input: string,
  events: AgentEvent[] = [],
  reply = 'Mail bob@x.org or api_key=abcdef1234567890',
) => {
  const script = [
    { text: 'Looking up eve@x.org.', toolCalls: [{ id: 'a', name: 'find', arguments: {} }] },
    reply,
  ];
  const llmClient = scriptedModel(script);
  const found = { 'ann@x.org': { card: 4111111111111111, days: 3 }, notes: ['call ann@x.org'] };
  const toolRegistry = stubTools({ find: () => found });
  const agent = new Agent({
    llmClient,
    toolRegistry,
    policies,
    memory: [{ role: 'user', content: 'Earlier: old@x.org' }],
    logger: { log: (event) => events.push(event) },
  });
  return { agent, llmClient, result: agent.run(input) };
};

// H2
describe('redact', () => {
  it('keeps matches from the model, from events and from the result', async () => {
    const events: AgentEvent[] = [];
    const { llmClient, result, agent } = run('I am joe@x.org, please', events);
    const { finalResponse, toolCalls } = await result;
    expect(finalResponse).toMatch(/^Mail \[email\] or api_key=\[redacted\]/);
    expect(toolCalls[0]?.outcome.result).toEqual({
      '[email]': { card: '[card]', days: 3 },
      notes: ['call [email]'],
    });
    expect(llmClient.requests[0]?.messages).toEqual([
      { role: 'user', content: 'Earlier: [email]' },
      { role: 'user', content: 'I am [email], please' },
    ]);
    for (const shown of [llmClient.requests.map(({ messages }) => messages), events, await result])
      expect(JSON.stringify(shown)).not.toMatch(/@x\.org|4111/);
    // What was remembered before stays as it is.
    expect(agent.memory[0]?.content).toContain('old@x.org');
  });

  it('holds back streamed text', async () => {
    const llmClient = scriptedModel(['Mail bob@x.org']);
    const events = await collect(new Agent({ llmClient, policies }).runStream('go'));
    expect(events.filter(({ type }) => type === 'text-delta')).toEqual([
      { type: 'text-delta', text: 'Mail [email]' },
    ]);
  });

  it('redacts an output by its members, and what then is not valid ends the run', async () => {
    const to = (schema: object) => ({
      output: {
        type: 'object',
        properties: { to: { type: 'string', ...schema } },
        required: ['to'],
      } as const,
    });
    const answer = '{"to":"bob@x.org"}';
    const agent = new Agent({ llmClient: scriptedModel([answer, answer]), policies });
    expect(await agent.run('go', to({}))).toMatchObject({
      output: { to: '[email]' },
      finalResponse: '{"to":"[email]"}',
    });
    const invalid = await agent.run('go', to({ pattern: '@' }));
    expect(invalid).toMatchObject({ status: 'error', errorCode: 'CALLBACK_FAILED' });
    expect(JSON.stringify(invalid)).not.toContain('bob@x.org');
  });

  it('keeps members whose names become equal', async () => {
    const policy = redact({ email: EMAIL });
    const result = { 'a@x.org': 1, '[email] 2': 2, 'b@x.org': 3, 'c@x.org': 4 };
    // No state of a run is asked for.
    const verdict = await policy.afterTool?.({ result, error: null }, {} as never, {} as never);
    expect(verdict).toEqual({
      change: { result: { '[email]': 1, '[email] 2': 2, '[email] 3': 3, '[email] 4': 4 }, error: null },
    });
  });

  it('leaves nothing that its pattern finds, and no other text changes, whatever a tool returns', async () => {
    const policy = redact({ email: EMAIL }, { secrets: false });
    const text = fc.oneof(fc.string(), fc.constantFrom('a@b.c', 'x a@b y', '@', 'a@'));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value')),
        fc.dictionary(text, tie('value')),
      ),
    }));
    // No state of a run is asked for.
    const ask = (result: never) => policy.afterTool?.({ result, error: null }, {} as never, {} as never);
    await fc.assert(
      fc.asyncProperty(value, async (result) => {
        const verdict = await ask(result as never);
        const written = JSON.stringify(result);
        if (!verdict) expect(EMAIL.test(strings(result).join('\n'))).toBe(false);
        else {
          const changed = verdict.change?.result;
          expect(strings(changed).some((one) => EMAIL.test(one))).toBe(false);
          expect(JSON.stringify(result)).toBe(written);
        }
      }),
    );
  });
});

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [
    ...(Array.isArray(value) ? [] : [key]),
    ...strings(one),
  ]);
}
