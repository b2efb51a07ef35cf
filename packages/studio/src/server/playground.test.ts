// K6
/** Conversations over several runs, with changes of the agent. */
import type { RunEntry } from '../protocol/studio-event.js';
import {
  buildHost,
  cleanUp,
  openStudio,
  removeFolders,
  type TestStudio,
  TOOLS,
} from '../studio.test.support.js';

let host: string;
beforeAll(async () => {
  host = await buildHost();
});
afterEach(cleanUp);
afterAll(removeFolders);

/** The model answers with the request that it got. An input such as `call look` lets it call the tool first. */
const PROGRAM = `${TOOLS}
  export const create = ({ Agent, ToolRegistry, agents }) => {
    const registry = new ToolRegistry();
    registry.register(tool('look', { readOnly: true }, () => 'seen'));
    registry.register(tool('send', { needsApproval: true }, () => 'sent'));
    const echo = (model) => ({
      provider: 'test',
      model,
      capabilities: { tools: true },
      generate: async (messages, tools, { temperature }) => {
        const last = messages.at(-1);
        const name = last.role === 'user' && /^call (.*)$/.exec(last.content)?.[1];
        if (name) {
          const call = { id: 'c' + messages.length, type: 'function', function: { name, arguments: '{}' } };
          return { content: null, toolCalls: [call], finishReason: 'tool-calls' };
        }
        const said = messages.map(({ role, content, tool_calls: calls }) => role + ': ' + (calls ? 'calls ' + calls[0].function.name : content));
        const content = JSON.stringify({ model, said, tools: tools.map((one) => one.name), temperature });
        return { content, toolCalls: [], finishReason: 'stop' };
      },
    });
    const changeable = { ...echo('first'), withModel: echo };
    const prompt = 'Be brief.';
    return {
      registry,
      agents: agents(
        new Agent({ name: 'echo', llmClient: changeable, toolRegistry: registry, systemPrompt: prompt, introduce: false }),
        new Agent({ name: 'fixed', llmClient: echo('only'), toolRegistry: registry }),
      ),
    };
  };`;

const open = async () => {
  const studio = await openStudio({ host, program: PROGRAM });
  await studio.untilReady();
  return studio;
};

async function ended(studio: TestStudio, runId: string, status = 'completed') {
  const body = await studio.until(`/api/runs/${runId}`, (reply) =>
    reply.summary?.durationMs === undefined || reply.summary.status === 'running' ? undefined : reply,
  );
  expect(body.summary).toMatchObject({ status });
  return body;
}

async function play(studio: TestStudio, request: object, status?: string) {
  const { body } = await studio.post('/api/runs', { agent: 'echo', after: [], ...request });
  return await ended(studio, body.runId, status);
}

function answerOf({ entries }: { readonly entries: readonly RunEntry[] }): string {
  const end = entries.findLast(({ event }) => event.type === 'run-end')?.event;
  return end?.type === 'run-end' ? end.result.finalResponse : '';
}

/** What the model got, as it answers. */
const heard = (run: { readonly entries: readonly RunEntry[] }) => JSON.parse(answerOf(run));

const FIRST = ['system: Be brief.', 'user: call look', 'assistant: calls look', 'tool: seen'] as const;

it('a run continues the conversation of other runs, with their calls and results', async () => {
  const studio = await open();
  const first = await play(studio, { input: 'call look' });
  expect(heard(first).said).toEqual(FIRST);
  const one = first.summary.runId;
  const second = await play(studio, { input: 'and now?', after: [one] });
  const before = [...FIRST, `assistant: ${answerOf(first)}`];
  expect(heard(second).said).toEqual([...before, 'user: and now?']);
  expect(second.summary.after).toEqual([one]);
  const third = await play(studio, { input: 'call look', after: [one, second.summary.runId] });
  expect(heard(third).said.slice(-4)).toEqual([
    `assistant: ${answerOf(second)}`,
    'user: call look',
    'assistant: calls look',
    'tool: seen',
  ]);
  // Again from the second message.
  const again = await play(studio, { input: 'or now?', after: [one] });
  expect(heard(again).said).toEqual([...before, 'user: or now?']);
});

it('a run has the model, the system prompt, the temperature and the tools of the page', async () => {
  const studio = await open();
  const settings = { model: 'second', systemPrompt: 'Rhyme.', temperature: 0.2, tools: ['look'] };
  const run = await play(studio, { input: 'hello', settings });
  expect(heard(run)).toEqual({
    model: 'second',
    said: ['system: Rhyme.', 'user: hello'],
    tools: ['look'],
    temperature: 0.2,
  });
  const types = run.entries.map(({ event }: RunEntry) => event.type);
  expect(types).not.toContain('policy');
  expect(run.entries.map(({ event }: RunEntry) => event)).toContainEqual({
    type: 'playground',
    after: [],
    settings,
  });
  expect(heard(await play(studio, { input: 'hello', settings: { systemPrompt: '' } })).said).toEqual([
    'user: hello',
  ]);
  // The agent itself has not changed.
  expect(heard(await play(studio, { input: 'hello' }))).toMatchObject({
    model: 'first',
    said: ['system: Be brief.', 'user: hello'],
  });
});

it('the page knows the system prompt of an agent', async () => {
  const studio = await open();
  const [echo, fixed] = (await studio.get('/api/studio')).body.program.agents;
  expect(echo).toMatchObject({ name: 'echo', tools: ['look', 'send'] });
  expect(fixed).toMatchObject({ name: 'fixed' });
});

it('a call waits for a decision, and its run keeps the conversation and the settings', async () => {
  const studio = await open();
  const first = await play(studio, { input: 'hi' });
  const settings = { systemPrompt: 'Rhyme.' };
  const after = [first.summary.runId];
  const paused = await play(studio, { input: 'call send', after, settings }, 'paused');
  const { runId, pending } = paused.summary;
  await studio.post(`/api/runs/${runId}/decisions`, { [pending[0].callId]: { approved: true } });
  expect(heard(await ended(studio, runId)).said).toEqual([
    'system: Rhyme.',
    'user: hi',
    `assistant: ${answerOf(first)}`,
    'user: call send',
    'assistant: calls send',
    'tool: sent',
  ]);
});

it('of two decisions at once, the first counts', async () => {
  const studio = await open();
  const { runId, pending } = (await play(studio, { input: 'call send' }, 'paused')).summary;
  const decide = (decision: object) =>
    studio.post(`/api/runs/${runId}/decisions`, { [pending[0].callId]: decision });
  const replies = await Promise.all([
    decide({ approved: false }),
    decide({ approved: true }),
    decide({ approved: true }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 400, 400]);
  const run = await ended(studio, runId);
  expect(run.entries.filter(({ event }: RunEntry) => event.type === 'tool-result')).toHaveLength(1);
  expect(heard(run).said.at(-1)).toContain('denied');
});

it('a decision that is refused leaves the run waiting', async () => {
  const studio = await open();
  const { runId, pending } = (await play(studio, { input: 'call send' }, 'paused')).summary;
  const refused = await studio.post(`/api/runs/${runId}/decisions`, { other: { approved: true } });
  expect(refused.status).toBe(400);
  await studio.post(`/api/runs/${runId}/decisions`, { [pending[0].callId]: { approved: true } });
  expect(heard(await ended(studio, runId)).said.at(-1)).toBe('tool: sent');
});

it('a decision that a restart has lost is told without sessions, which the playground does not use', async () => {
  const studio = await open();
  const { runId } = (await play(studio, { input: 'call send' }, 'paused')).summary;
  await studio.post('/api/restart', {});
  await studio.untilReady();
  const { summary } = (await studio.get(`/api/runs/${runId}`)).body;
  expect(summary.undecidable).toBe('The program was restarted since then. Send the message again.');
});

it('a branch of a run keeps the conversation and the settings', async () => {
  const studio = await open();
  const first = await play(studio, { input: 'hi' });
  const settings = { model: 'second' };
  const run = await play(studio, { input: 'call look', after: [first.summary.runId], settings });
  const { callId } = run.entries
    .map(({ event }: RunEntry) => event)
    .find(({ type }: RunEntry['event']) => type === 'tool-call');
  const branch = { kind: 'result', callId, result: 'changed' };
  const { body } = await studio.post(`/api/runs/${run.summary.runId}/replay`, { branch });
  const { model, said } = heard(await ended(studio, body.runId));
  expect(model).toBe('second');
  expect(said[1]).toBe('user: hi');
  expect(said.at(-1)).toBe('tool: changed');
});

it('a call without a result does not break the conversation', async () => {
  const studio = await open();
  const paused = await play(studio, { input: 'call send' }, 'paused');
  const next = await play(studio, { input: 'go on', after: [paused.summary.runId] });
  expect(heard(next).said).toEqual(['system: Be brief.', 'user: call send', 'user: go on']);
});

it('says why a model cannot be changed', async () => {
  const studio = await open();
  const run = await play(studio, { agent: 'fixed', input: 'hi', settings: { model: 'second' } }, 'error');
  expect(run.summary.answer).toContain("The client of the agent 'fixed' cannot change its model.");
});

it.each([
  [{ after: 'r' }, "'after' must be a list of run ids."],
  [{ settings: [] }, "'settings' must be an object."],
  [{ settings: { model: '' } }, "'model' must be the name of a model."],
  [{ settings: { systemPrompt: 1 } }, "'systemPrompt' must be a string."],
  [{ settings: { temperature: -1 } }, "'temperature' must be a number of at least 0."],
  [{ settings: { tools: [1] } }, "'tools' must be a list of names."],
  [{ after: undefined, settings: { tools: ['nothing'] } }, "'nothing'"],
  [{ after: ['gone'] }, "The run 'gone' is no longer on record."],
  [{ settings: { tools: ['nothing'] } }, "'nothing'"],
])('refuses %j', async (request, message) => {
  const studio = await open();
  const { status, body } = await studio.post('/api/runs', {
    agent: 'echo',
    input: 'x',
    after: [],
    ...request,
  });
  expect([400, 404]).toContain(status);
  expect(body.error.message).toContain(message);
});
