import { inspect } from 'node:util';
import { type AgentEvent, ToolwrightError } from '@toolwright/contract';
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

  it.each([
    ['no JSON', 'Write to bob@x.org.'],
    ['JSON that does not match', '{"to":"bob@x.org"}'],
    ['JSON that cannot be read', '{"to": bob@x.org @@ {{'],
    ['names that no schema knows', '{"days":"x","bob@x.org":2}'],
  ])('keeps matches out of the error of an answer that is %s', async (_, answer) => {
    const schema = {
      type: 'object',
      properties: { days: { type: 'integer' }, to: { type: 'string', enum: ['nobody'] } },
      required: ['days'],
      additionalProperties: false,
    } as const;
    for (const onFailure of ['return', 'throw'] as const) {
      const events: AgentEvent[] = [];
      const llmClient = scriptedModel([answer, answer]);
      const logger = { log: (event: AgentEvent) => void events.push(event) };
      const agent = new Agent({ llmClient, policies, logger, onFailure });
      const ended = await agent
        .run('go', { output: schema, outputRetries: 1 })
        .catch((error: unknown) => error);
      expect(ended).toMatchObject(
        onFailure === 'throw' ? { code: 'INVALID_OUTPUT' } : { errorCode: 'INVALID_OUTPUT' },
      );
      const requests = llmClient.requests.map(({ messages }) => messages);
      for (const shown of [requests, events, ended]) {
        expect(inspect(shown, { depth: 20, showHidden: true })).not.toContain('bob@x');
      }
      expect(inspect(ended, { depth: 20, showHidden: true })).toContain('INVALID_OUTPUT');
    }
  });

  it('keeps matches out of the error of a tool and of a client, and of its causes', async () => {
    const failure = new ToolwrightError('BAD_REQUEST', 'bob@x.org is no name.', {
      blame: 'developer',
      hint: 'Ask bob@x.org.',
      status: 400,
      cause: new Error('eve@x.org', { cause: { to: 'ann@x.org' } }),
    });
    const call = { toolCalls: [{ id: 'a', name: 'find', arguments: {} }] };
    const toolRegistry = stubTools({
      find: () => {
        throw new Error('joe@x.org is unknown');
      },
    });
    const events: AgentEvent[] = [];
    const llmClient = scriptedModel([call, { error: failure }]);
    const logger = { log: (event: AgentEvent) => void events.push(event) };
    const agent = new Agent({ llmClient, toolRegistry, policies, logger, onFailure: 'throw' });
    const error: unknown = await agent.run('go').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'BAD_REQUEST', status: 400, message: '[email] is no name.' });
    for (const shown of [llmClient.requests[1]?.messages, events, error]) {
      expect(inspect(shown, { depth: 20, showHidden: true })).not.toContain('@x.org');
    }
  });

  it('cleans texts in events and records, and leaves their own members', async () => {
    const agent = new Agent({
      llmClient: scriptedModel([{ toolCalls: [{ name: 'find', arguments: {} }] }, 'ok']),
      toolRegistry: stubTools({ find: () => ({ error: 'the result' }) }),
      policies: [redact({ word: /error|result|type|\d+|find/ })],
    });
    const events: AgentEvent[] = [];
    for await (const event of agent.runStream('go')) events.push(event);
    const [result] = events.filter(({ type }) => type === 'tool-result');
    const outcome = { result: { '[word]': 'the [word]' }, error: null };
    expect(result).toMatchObject({ name: 'find', outcome, durationMs: expect.any(Number) });
    const end = events.at(-1);
    expect(end).toMatchObject({ type: 'run-end', result: { toolCalls: [{ name: 'find', outcome }] } });
  });

  it('ends the run if it throws or returns no text', async () => {
    const broken = () => {
      throw new Error('oops');
    };
    for (const cleanText of [broken, (() => 5) as never]) {
      const agent = new Agent({
        llmClient: scriptedModel([{ toolCalls: [{ name: 'find', arguments: {} }] }, 'unused']),
        toolRegistry: stubTools({ find: () => 'secret' }),
        policies: [{ name: 'broken', cleanText }],
      });
      const { status, errorCode, toolCalls } = await agent.run('go');
      expect({ status, errorCode }).toEqual({ status: 'error', errorCode: 'CALLBACK_FAILED' });
      const result = "[withheld: 'cleanText' of a policy failed]";
      expect(toolCalls).toMatchObject([{ outcome: { result, error: null } }]);
    }
  });

  it('withholds an error that its policy cannot clean', async () => {
    const broken = () => {
      throw new Error('oops');
    };
    // Functions of plain JavaScript can return anything.
    for (const cleanText of [broken, (() => 5) as never]) {
      const agent = new Agent({
        llmClient: scriptedModel([{ error: new Error('bob@x.org') }]),
        policies: [{ name: 'broken', cleanText }],
      });
      expect((await agent.run('go')).errors).toEqual(["[withheld: 'cleanText' of a policy failed]"]);
    }
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
