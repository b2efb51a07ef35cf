import { type AgentEvent, thrownOf } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { createJsonLogger } from '@toolwright/logger';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { redact } from '../policies/shipped/redact.js';

const PLACE = /thrown\.test\.[jt]s/;

function bookRoom(): never {
  throw new TypeError('no room for bob@x.org', { cause: new Error('the table is gone') });
}

const toolRegistry = new ToolRegistry().register(
  new FunctionTool({
    name: 'book',
    description: 'Books.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    fn: bookRoom,
  }),
);

async function runWith(config: Partial<AgentConfig>, script = [{ toolCalls: [{ name: 'book' }] }, 'Sorry.']) {
  const events: AgentEvent[] = [];
  let text = '';
  const json = createJsonLogger({ stream: { write: (line) => (text += line) } });
  const logger: AgentConfig['logger'] = {
    log(event, run) {
      events.push(event);
      json.log(event, run);
    },
  };
  const llmClient = scriptedModel(script);
  const result = await new Agent({ llmClient, toolRegistry, logger, ...config }).run('go');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { events, lines, result, requests: llmClient.requests };
}

const thrownIn = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (thrownOf(event) ? [event.type] : []));

// K7
describe('the stack of a failed call', () => {
  it('is in the log, and in nothing that a model, a session or a caller reads', async () => {
    const { events, lines, result, requests } = await runWith({});
    expect(thrownIn(events)).toEqual(['tool-result']);
    const { thrown } = lines.find(({ type }) => type === 'tool-result');
    expect(thrown).toMatchObject({ name: 'TypeError', cause: { message: 'the table is gone' } });
    expect(thrown.frames[0]).toMatchObject({
      function: expect.stringContaining('bookRoom'),
      file: expect.stringMatching(PLACE),
      own: true,
    });
    for (const others of [requests, result, events]) expect(JSON.stringify(others)).not.toMatch(PLACE);
    expect(JSON.stringify(requests)).not.toContain('the table is gone');
    expect(result.toolCalls.map((call) => thrownOf(call) ?? thrownOf(call.outcome))).toEqual([undefined]);
  });

  it('holds nothing that a policy of the run hides', async () => {
    const { lines } = await runWith({ policies: [redact({ email: /[\w.]+@[\w.]+/ })] });
    const { thrown } = lines.find(({ type }) => type === 'tool-result');
    expect(thrown.frames[0].function).toContain('bookRoom');
    expect(JSON.stringify(lines)).not.toContain('bob@x.org');
  });

  it('is absent if a policy answers instead', async () => {
    const calm = { name: 'calm', afterTool: () => ({ change: { result: 'booked', error: null } as const }) };
    const { events } = await runWith({ policies: [calm] });
    expect(thrownIn(events)).toEqual([]);
  });
});

// K7
describe('the stack of what ends a run', () => {
  it('is in the log for a policy that throws', async () => {
    const policy = {
      name: 'strict',
      beforeTool() {
        throw new RangeError('policy gone');
      },
    };
    const { events, lines, result } = await runWith({ policies: [policy] });
    expect(result.status).toBe('error');
    expect(thrownIn(events)).toEqual(['policy', 'run-end']);
    expect(lines.find(({ type }) => type === 'policy').thrown).toMatchObject({ name: 'RangeError' });
    expect(lines.at(-1).thrown.cause.frames[0].file).toMatch(PLACE);
  });

  it('is in the log for a model client that throws', async () => {
    const client = scriptedModel([]);
    const llmClient = {
      ...client,
      generate() {
        throw new Error('socket gone');
      },
    };
    const { lines } = await runWith({ llmClient });
    expect(JSON.stringify(lines.at(-1).thrown)).toMatch(PLACE);
  });
});
