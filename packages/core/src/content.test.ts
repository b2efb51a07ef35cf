import {
  audio,
  content,
  file,
  image,
  type Message,
  type ToolMessage,
  ToolwrightError,
} from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { Agent } from './agent/agent.js';
import type { AgentConfig } from './agent/agent-config.js';
import { estimateTokens } from './compaction/estimate-tokens.js';
import { Memory } from './memory/memory.js';
import { redact } from './policies/shipped/redact.js';
import { untrusted } from './policies/shipped/untrusted.js';

const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');
const PDF = Buffer.from('%PDF-1.4\n%%EOF');
const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG.toString('base64')}` } };
const paper = {
  type: 'file',
  file: { url: `data:application/pdf;base64,${PDF.toString('base64')}`, name: 'a.pdf' },
};
const PARTS = [{ type: 'text', text: 'A chart:' }, picture, paper];
const TEXT = 'A chart:\n[image image/png, 0.0 kB]\n[file a.pdf, application/pdf, 0.0 kB]';

const draw = new FunctionTool({
  name: 'draw',
  description: 'Draws a chart.',
  parameters: { type: 'object', properties: {} },
  fn: () => content('A chart:', image(PNG), file(PDF, 'a.pdf')),
});

function agentWith(config: Partial<AgentConfig> = {}, steps: Parameters<typeof scriptedModel>[0] = STEPS) {
  const llmClient = scriptedModel(steps);
  const toolRegistry = new ToolRegistry().register(draw);
  return { llmClient, agent: new Agent({ llmClient, toolRegistry, ...config }) };
}

const STEPS = [{ toolCalls: [{ name: 'draw', arguments: {} }] }, 'It rises.'];

const resultsIn = (messages: readonly Message[] = []) =>
  messages.filter((message): message is ToolMessage => message.role === 'tool');

// H4
describe('content that a provider refuses', () => {
  const refusal = {
    error: new ToolwrightError('BAD_REQUEST', 'The image is too large.', { blame: 'developer' }),
  };
  const describedImage = { type: 'text', text: '[image image/png, 0.0 kB: the provider refused it]' };

  it('in an input is described in the conversation, which goes on', async () => {
    const { agent, llmClient } = agentWith({}, [refusal, 'Fine.']);
    const result = await agent.run(content('See:', image(PNG)));
    expect(result).toMatchObject({ status: 'error', errorCode: 'BAD_REQUEST' });
    const described = { role: 'user', content: [{ type: 'text', text: 'See:' }, describedImage] };
    expect(agent.memory).toEqual([described]);
    expect(await agent.run('Hello')).toMatchObject({ status: 'completed' });
    expect(llmClient.requests[1]?.messages).toEqual([described, { role: 'user', content: 'Hello' }]);
  });

  it('in a result is described, and what a model has answered to stays', async () => {
    const { agent } = agentWith({}, [
      'Nice.',
      { toolCalls: [{ name: 'draw', arguments: {} }] },
      refusal,
      'Fine.',
    ]);
    await agent.run(content('See:', image(PNG)));
    expect(await agent.run('Draw.')).toMatchObject({ status: 'error' });
    expect(agent.memory[0]).toMatchObject({ content: [{ text: 'See:' }, picture] });
    expect(resultsIn(agent.memory)).toMatchObject([
      { content: [PARTS[0], describedImage, { type: 'text', text: expect.stringContaining('a.pdf') }] },
    ]);
    expect(await agent.run('Hello')).toMatchObject({ status: 'completed' });
  });

  it('as too long, as Anthropic does with status 413, is described as well', async () => {
    const tooLarge = new ToolwrightError('CONTEXT_TOO_LONG', 'Too large.', { blame: 'user' });
    const refuse = ({ messages }: { messages: readonly Message[] }) =>
      JSON.stringify(messages).includes('image_url') ? { error: tooLarge } : 'Fine.';
    const { agent } = agentWith({}, [
      { toolCalls: [{ name: 'draw', arguments: {} }] },
      ...Array(4).fill(refuse),
    ]);
    expect(await agent.run('Draw.')).toMatchObject({ status: 'error', errorCode: 'CONTEXT_TOO_LONG' });
    expect(resultsIn(agent.memory)).toMatchObject([{ content: [PARTS[0], describedImage, {}] }]);
    expect(await agent.run('Hello')).toMatchObject({ status: 'completed', finalResponse: 'Fine.' });
  });

  it('stays after an error that has nothing to do with it', async () => {
    const limit = { error: new ToolwrightError('RATE_LIMIT', 'Later.', { blame: 'provider' }) };
    const { agent } = agentWith({}, [limit]);
    await agent.run(content('See:', image(PNG)));
    expect(agent.memory).toMatchObject([{ content: [{ text: 'See:' }, picture] }]);
  });
});

// H4
it.each([
  ['a number', 5, 'The input must be a string or a list of parts, not a number.'],
  ['nothing', undefined, 'The input must be a string or a list of parts, not undefined.'],
  ['a blob', new Blob(['x']), 'The input must be a string or a list of parts, not a value of type Blob.'],
  ['one part', image(PNG), 'The input must be a string or a list of parts, not a value of type Object.'],
  ['a text among parts', ['See:', image(PNG)], 'Part 1 of the input must be a content part, not a string.'],
  [
    'an unknown part',
    [{ type: 'text', text: 'x' }, { type: 'zzz' }],
    'Part 2 of the input must be a content part, not a value of type Object.',
  ],
])('an input that is %s is refused before the model is asked', async (_, input, message) => {
  const { agent, llmClient } = agentWith();
  // Plain JavaScript may pass anything.
  const ended = await agent.run(input as never).catch((error: unknown) => error);
  expect(ended).toMatchObject({ code: 'INVALID_MESSAGE', message: expect.stringContaining(message) });
  expect(llmClient.requests).toEqual([]);
  expect(agent.memory).toEqual([]);
});

// H4
describe('content of a tool', () => {
  it.each<[string, () => unknown]>([
    ['content() with a blob', () => content('x', new Blob(['x']) as never)],
    ['content() with null', () => content('x', null as never)],
    ['base64 that is none', () => image({ data: 'iVBO!!Rw0K$$Ggo=', mediaType: 'image/png' })],
    ['data that are null', () => image({ data: null as never, mediaType: 'image/png' })],
  ])('%s is a typed error', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ code: 'INVALID_MESSAGE' }));
  });

  it('knows office documents by their names', () => {
    expect(file(Buffer.from('PK'), 'a.docx').file.url).toMatch(
      /^data:application\/vnd\.openxml[\w.-]+\.document;/,
    );
  });

  it('reaches the model as parts, and is described in records and observations', async () => {
    const { agent, llmClient } = agentWith();
    const result = await agent.run('Draw.');
    expect(resultsIn(llmClient.requests[1]?.messages)).toMatchObject([{ content: PARTS }]);
    expect(resultsIn(result.messages)).toMatchObject([{ content: PARTS }]);
    expect(result.toolCalls[0]?.outcome).toEqual({ result: TEXT, error: null, content: PARTS });
    expect(agent.observations({ type: 'tool' })).toMatchObject([{ content: TEXT }]);
  });

  it('survives JSON: a memory goes on with the same parts', async () => {
    const { agent } = agentWith();
    await agent.run('Draw.');
    const { messages } = Memory.fromJSON(JSON.parse(JSON.stringify(agent.getMemoryState())));
    expect(resultsIn(messages)).toMatchObject([{ content: PARTS }]);
  });

  it('follows the text of its result where calls are text', async () => {
    const call = '<tool_call>\n{"name": "draw", "parameters": {}}\n</tool_call>';
    const { agent, llmClient } = agentWith({ protocol: 'xml' }, [call, 'It rises.']);
    await agent.run('Draw.');
    expect(llmClient.requests[1]?.messages.at(-1)).toEqual({
      role: 'user',
      content: [{ type: 'text', text: `<tool_result name="draw">\n${TEXT}\n</tool_result>` }, picture, paper],
    });
  });

  it('stays with its call while a run waits for a person', async () => {
    const erase = new FunctionTool({
      name: 'erase',
      description: 'Erases it.',
      parameters: { type: 'object', properties: {} },
      annotations: { needsApproval: true },
      fn: () => 'erased',
    });
    const steps = [...STEPS.slice(0, 1), { toolCalls: [{ name: 'erase', arguments: {} }] }, 'Done.'];
    const { agent, llmClient } = agentWith(
      { toolRegistry: new ToolRegistry().register(draw).register(erase), approvalKey: false },
      steps,
    );
    const { paused } = await agent.run('Draw and erase.');
    const pending = paused?.pending[0]?.callId ?? '';
    await agent.resume(JSON.parse(JSON.stringify(paused)), { [pending]: { approved: true } });
    expect(resultsIn(llmClient.requests[2]?.messages)).toMatchObject([
      { content: PARTS },
      { content: 'erased' },
    ]);
  });
});

describe('content and policies', () => {
  it('redact cleans texts and names of parts, and untrusted quotes the texts', async () => {
    const { agent, llmClient } = agentWith({
      policies: [redact({ drawing: /A chart/, paper: /a\.pdf/ }), untrusted(() => true)],
    });
    const { toolCalls } = await agent.run('Draw.');
    const [message] = resultsIn(llmClient.requests[1]?.messages);
    expect(message?.content).toEqual([
      { type: 'text', text: expect.stringMatching(/^<untrusted tool="draw">\n\[drawing\]:/) },
      picture,
      { type: 'file', file: { ...paper.file, name: '[paper]' } },
    ]);
    expect(JSON.stringify([message, toolCalls])).not.toMatch(/A chart|a\.pdf/);
  });
});

describe('content of an input', () => {
  it('reaches the model as it is', async () => {
    const llmClient = scriptedModel(['A plan.']);
    await new Agent({ llmClient }).run(content('What is this?', file(PDF, 'a.pdf')));
    expect(llmClient.requests[0]?.messages.at(-1)).toEqual({
      role: 'user',
      content: [{ type: 'text', text: 'What is this?' }, paper],
    });
  });
});

describe('estimateTokens', () => {
  it('counts files and recordings by their size, and images alike, wherever they stand', () => {
    const count = (...parts: Parameters<typeof content>) =>
      estimateTokens({ role: 'tool', tool_call_id: 'a', content: content(...parts) });
    const large = Buffer.concat([PDF, Buffer.alloc(600_000)]);
    expect(count(image(PNG))).toBeGreaterThan(1_000);
    expect(count(file(large))).toBeGreaterThan(5 * count(file(PDF)));
    const wav = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(160_000)]);
    expect(count(audio(wav))).toBeGreaterThan(300);
    expect(estimateTokens({ role: 'user', content: [image(PNG)] })).toBe(count(image(PNG)));
  });
});
