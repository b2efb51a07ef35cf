import { HttpAgent, type Interrupt, type RunFinishedEvent } from '@ag-ui/client';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { ToolRegistry } from '@toolwright/tools';
import { readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import { Agent } from '../agent/agent.js';
import type { ApprovalDecisions } from '../approval/decision.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { collect } from '../run/collect.test.support.js';
import type { RunStream } from '../run/stream/run-stream.js';
import { readUIRequest } from './read-ui-request.js';
import { toUIResponse, toUIStream, type UIProtocol } from './to-ui-stream.js';

const tools = stubTools(
  { pay: ({ n }) => `paid ${n}`, look: () => 'seen' },
  { pay: { needsApproval: true } },
);
const script: readonly ScriptStep[] = [
  {
    text: 'Paying.',
    reasoning: 'Hm.',
    toolCalls: [{ name: 'look' }, { name: 'pay', arguments: { n: 5 } }],
  },
  { toolCalls: [{ name: 'pay', arguments: { n: 6 } }] },
  'All done.',
];

/** Starts the conversation of an agent, and resumes it with decisions about the calls that it asked for. */
type Talk = (decisions?: ApprovalDecisions) => Promise<RunStream>;

function talkWith(agent: Agent): Talk {
  let last: RunStream | undefined;
  return async (decisions) => {
    const paused = (await last?.result)?.paused;
    last = decisions === undefined ? agent.runStream('go') : agent.resumeStream(paused, decisions);
    return last;
  };
}

const payer = () => talkWith(new Agent({ llmClient: scriptedModel(script), toolRegistry: tools }));

/** An agent whose sub-agent pays. */
function boss(): Talk {
  const clerk = new Agent({
    name: 'clerk',
    description: 'Pays.',
    llmClient: scriptedModel([{ toolCalls: [{ name: 'pay', arguments: { n: 5 } }] }, 'Paid.']),
    toolRegistry: tools,
  });
  const asked: ScriptStep = { toolCalls: [{ name: 'clerk', arguments: { task: 'pay' } }] };
  const toolRegistry = new ToolRegistry().register(clerk.asTool());
  return talkWith(new Agent({ llmClient: scriptedModel([asked, 'All done.']), toolRegistry }));
}

/** The messages of a client of AG-UI that answers each interrupt with the next decision. */
async function agUiMessages(talk: Talk, decisions: readonly boolean[]) {
  let interrupts: readonly Interrupt[] = [];
  const client = new HttpAgent({
    url: 'http://127.0.0.1',
    fetch: async (_, { body }) => {
      const { runId, threadId, resume } = JSON.parse(String(body));
      const entries = resume?.map((entry: { interruptId: string; payload: ApprovalDecisions[string] }) => [
        entry.interruptId,
        entry.payload,
      ]);
      return toUIResponse(await talk(entries && Object.fromEntries(entries)), 'ag-ui', { runId, threadId });
    },
  });
  client.addMessage({ id: 'u', role: 'user', content: 'go' });
  const onRunFinishedEvent = ({ event: { outcome } }: { readonly event: RunFinishedEvent }) => {
    interrupts = outcome?.type === 'interrupt' ? outcome.interrupts : [];
  };
  await client.runAgent({}, { onRunFinishedEvent });
  for (const approved of decisions) {
    const resume = interrupts.map(({ id }) => ({
      interruptId: id,
      status: 'resolved' as const,
      payload: { approved },
    }));
    await client.runAgent({ resume }, { onRunFinishedEvent });
  }
  expect(interrupts).toEqual([]);
  const calls = client.messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []) : [],
  );
  const answers = client.messages.filter(({ role }) => role === 'tool');
  const texts = client.messages.flatMap(({ role, content }) =>
    role === 'assistant' && content ? [content] : [],
  );
  return { calls, answers, texts };
}

/** The message that the AI SDK goes on with while a run is resumed with each decision. */
async function aiSdkMessages(talk: Talk, decisions: readonly boolean[]): Promise<UIMessage | undefined> {
  let message = await readMessage(await talk());
  for (const approved of decisions) {
    const asked = message?.parts.flatMap((part) =>
      'state' in part && part.state === 'approval-requested' ? [part] : [],
    );
    for (const part of asked ?? [])
      Object.assign(part, { state: 'approval-responded', approval: { ...part.approval, approved } });
    const body = JSON.parse(JSON.stringify({ id: 'chat', messages: [message] }));
    const request = await readUIRequest(body, 'ai-sdk');
    message = await readMessage(await talk(request.kind === 'approval' ? request.decisions : {}), message);
  }
  return message;
}

async function readMessage(run: RunStream, message?: UIMessage): Promise<UIMessage | undefined> {
  const text = await new Response(toUIStream(run, 'ai-sdk')).text();
  const datas = text.split('\n\n').map((frame) => frame.slice('data: '.length));
  const chunks = datas.filter((data) => data.startsWith('{')).map((data): UIMessageChunk => JSON.parse(data));
  const stream = ReadableStream.from(chunks);
  const options = message === undefined ? {} : { message };
  return (await collect(readUIMessageStream({ stream, terminateOnError: true, ...options }))).at(-1);
}

// H5
describe('a client of AG-UI that resumes a run', () => {
  it('has each call once, with its arguments and its result', async () => {
    const { calls, answers, texts } = await agUiMessages(payer(), [true, true]);
    expect(calls.map(({ function: { name, arguments: text } }) => `${name} ${text}`).sort()).toEqual([
      'look {}',
      'pay {"n":5}',
      'pay {"n":6}',
    ]);
    expect(answers.map(({ content }) => content).sort()).toEqual(['paid 5', 'paid 6', 'seen']);
    const answered = answers.map((answer) => ('toolCallId' in answer ? answer.toolCallId : ''));
    expect(answered.sort()).toEqual(calls.map(({ id }) => id).sort());
    expect(texts).toEqual(['Paying.', 'All done.']);
  });

  it('has each call of a sub-agent once', async () => {
    const { calls, answers } = await agUiMessages(boss(), [true]);
    expect(calls.map(({ function: { name, arguments: text } }) => `${name} ${text}`)).toEqual([
      'clerk {"task":"pay"}',
      'pay {"n":5}',
    ]);
    expect(answers.map(({ content }) => content)).toEqual(['Paid.']);
  });

  it('is told what the person has denied', async () => {
    const { answers } = await agUiMessages(payer(), [true, false]);
    expect(answers.map(({ content }) => content)).toContain('{"error":"A person has denied this call."}');
  });

  it('keeps calls of several runs apart whose server counts them from 0 each time', async () => {
    const ask = (n: number): ScriptStep => ({
      toolCalls: [{ id: 'call_0', name: 'look', arguments: { n } }],
    });
    let n = 0;
    // A new agent for each request does not know the ids of the requests before.
    const { calls } = await agUiMessages(async () => {
      n += 1;
      return new Agent({ llmClient: scriptedModel([ask(n), 'Seen.']), toolRegistry: tools }).runStream('go');
    }, [true]);
    expect(calls.map(({ function: { arguments: text } }) => text)).toEqual(['{"n":1}', '{"n":2}']);
    expect(calls.every(({ id }) => /^[\w-]{1,40}$/.test(id))).toBe(true);
  });
});

// H5
describe('a message of the AI SDK that a resumed run goes on with', () => {
  it('has each part once', async () => {
    const message = await aiSdkMessages(payer(), [true, true]);
    expect(message?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Paying.' },
      { toolName: 'pay', state: 'output-available', input: { n: 5 }, output: 'paid 5' },
      { toolName: 'look', state: 'output-available', output: 'seen' },
      { type: 'step-start' },
      { toolName: 'pay', state: 'output-available', input: { n: 6 }, output: 'paid 6' },
      { type: 'step-start' },
      { type: 'text', text: 'All done.' },
    ]);
  });

  it('keeps its id', async () => {
    const talk = payer();
    const before = await readMessage(await talk());
    const id = before?.id;
    const after = await readMessage(await talk({ call_2: { approved: true } }), before);
    expect(after?.id).toBe(id);
  });

  it('has the call of a sub-agent once', async () => {
    const message = await aiSdkMessages(boss(), [true]);
    const names = message?.parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part.toolName] : []));
    expect(names).toEqual(['clerk', 'pay']);
  });

  it('shows what the person has denied', async () => {
    const message = await aiSdkMessages(payer(), [true, false]);
    const states = message?.parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part.state] : []));
    expect(states).toEqual(['output-available', 'output-available', 'output-denied']);
  });
});

// H5
describe.each<UIProtocol>(['ai-sdk', 'ag-ui'])('the id of an approval in %s', (protocol) => {
  const pay = (n: number): ScriptStep => ({ toolCalls: [{ id: 'call_1', name: 'pay', arguments: { n } }] });
  /** The ids that a page gets, and the paused run. */
  const pause = async (n: number) => {
    const agent = new Agent({ llmClient: scriptedModel([pay(n), 'Paid.']), toolRegistry: tools });
    const run = agent.runStream('go');
    const text = await new Response(toUIStream(run, protocol)).text();
    const [, id = ''] = /"(?:approvalId|interrupts":\[\{"id)":"([^"]+)"/.exec(text) ?? [];
    return { agent, id, paused: (await run.result).paused };
  };

  it('decides about the call of its own run alone, whatever ids the model gives to calls', async () => {
    const first = await pause(1);
    const second = await pause(2);
    expect(first.id).not.toBe(second.id);
    const { agent, paused } = second;
    for (const decisions of [
      { [first.id]: { approved: true } },
      { [second.id]: { approved: true }, [first.id]: { approved: true } },
      { [second.id]: { approved: true }, call_1: { approved: false } },
    ] as const)
      await expect(async () => agent.resume(paused, decisions)).rejects.toMatchObject({ code: 'USAGE' });
    const { toolCalls } = await agent.resume(paused, { [second.id]: { approved: true } });
    expect(toolCalls).toMatchObject([{ outcome: { result: 'paid 2' } }]);
  });
});
