import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadCapabilities } from '../capability/load-capabilities.js';
import { CapabilityAgent } from '../capability-agent.js';
import { gitCapabilities, gitOutputs } from '../git-capabilities.js';
import { models, modelsForTests, type Step, systemText } from '../model-server.test.support.js';
import type { TaskEvent } from './task-event.js';

const start = modelsForTests();
const capabilities = await loadCapabilities(gitCapabilities);
const MESSAGE = { emoji: null, title: 'Add a parser', message: '' };
const json = JSON.stringify(MESSAGE);

async function commit(main: readonly Step[], settings: object = {}) {
  const server = await start({ main });
  const agent = new CapabilityAgent({ ...models(server), capabilities, outputs: gitOutputs, ...settings });
  return { server, task: () => agent.executeTask('commit', 'Write it.') };
}

// E9; `npm test` runs codegen --check on this package
describe('the schema of an answer', () => {
  it('is in the prompt if the model supports no schemas', async () => {
    const { server, task } = await commit([json]);
    await task();
    expect(server.requests[0]?.response_format).toBeUndefined();
    expect(systemText(server.requests[0])).toContain('<json_schema>');
    expect(systemText(server.requests[0])).toContain('"A summary of the commit, in the imperative');
  });

  it('is sent natively if the model supports it, together with tools', async () => {
    const can = { strictSchemas: true, jsonMode: true, jsonModeWithTools: true };
    const { server, task } = await commit([json], { llm: { capabilities: can } });
    await task();
    expect(server.requests[0]).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'GeneratedMessage' } },
    });
    expect(systemText(server.requests[0])).not.toContain('<json_schema>');
    expect(server.requests[0]?.tools?.length).toBeGreaterThan(0);
  });
});

// E10
it('is an error if the model refuses, and costs one request', async () => {
  const refusal = 'I am sorry, I cannot.';
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume();
    const message = { role: 'assistant', content: null, refusal };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const config = {
    ...models({ url, requests: [], asked: () => [], stop: async () => {} }),
    capabilities,
    outputs: gitOutputs,
  };
  await expect(new CapabilityAgent(config).executeTask('commit', 'Go.')).rejects.toMatchObject({
    code: 'INVALID_OUTPUT',
    message: `The model refused: ${refusal}`,
  });
  expect(requests).toBe(1);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

// E9, E10
describe('the fields of a review that small models leave out', () => {
  const finding = {
    severity: 'low',
    category: 'bug',
    file: 'a',
    line: 1,
    title: 't',
    body: 'b',
    suggestion: '',
  };
  const review = { summary: 's', findings: [finding], strengths: [], verdict: 'comment' };
  const nothing = { evidence: null, endLine: null, confidence: null };
  const can = { strictSchemas: true, jsonMode: true, jsonModeWithTools: true };

  it.each([
    ['may be missing, as before', {}, review, review],
    [
      'are null in strict schemas',
      { llm: { capabilities: can } },
      { ...review, findings: [{ ...finding, ...nothing }], notReviewed: null },
      // Their types include null.
      { ...review, findings: [{ ...finding, endLine: null, confidence: null }] },
    ],
  ])('%s', async (_, settings, answer, value) => {
    const server = await start({ main: [JSON.stringify(answer)] });
    const config = {
      ...models(server),
      capabilities,
      outputs: gitOutputs,
      critic: false as const,
      ...settings,
    };
    const response = await new CapabilityAgent(config).executeTask('review', 'Go.');
    expect(response).toMatchObject({ recovered: false, warnings: [] });
    expect(response.value).toEqual(value);
    expect(server.requests).toHaveLength(1);
    const sent = JSON.stringify(server.requests[0]?.response_format ?? {});
    expect(sent.includes('"required":["severity"')).toBe('llm' in settings);
  });
});

// E10
describe('an answer with malformed JSON', () => {
  it.each([
    ['in a fence, with words around it', `Sure!\n\`\`\`json\n${json}\n\`\`\`\nAnything else?`],
    ['with a trailing comma and a comment', `${json.slice(0, -1)}, // done\n}`],
    ['in single quotes', "{'emoji': null, 'title': 'Add a parser', 'message': ''}"],
    ['as half an object', '{"emoji": null, "message": "", "title": "Add a parser"'],
  ])('%s is recovered', async (_, text) => {
    const { task } = await commit([text]);
    const response = await task();
    expect(response).toMatchObject({ type: 'GeneratedMessage', value: MESSAGE });
  });

  it('reports the changes', async () => {
    const { task } = await commit(['{"title": "Add a parser", "emoji": null, "message": ""']);
    expect(await task()).toMatchObject({ recovered: true, warnings: [expect.stringMatching(/^Output: /)] });
  });

  it('that is truncated is requested again, with the place where it ends', async () => {
    const { server, task } = await commit(['{"emoji": null, "mess', json]);
    expect(await task()).toMatchObject({ value: MESSAGE, turns: 2 });
    expect(String(server.requests[1]?.messages.at(-1)?.content)).toMatch(/cannot be repaired: .*mess/);
  });
});

// E14
describe('an answer that cannot be used', () => {
  it('causes an error that quotes it if it contains no JSON', async () => {
    const { task } = await commit(Array(4).fill('I would rather not.'), { plainText: 'refuse' });
    await expect(task()).rejects.toMatchObject({
      code: 'INVALID_OUTPUT',
      message: expect.stringMatching(/No valid GeneratedMessage in 4 answers.*The answer contains no JSON/),
      cause: {
        message: expect.stringMatching(/^The answer contains no JSON\./),
        cause: 'I would rather not.',
      },
    });
  });

  it('causes an error with the reason if the JSON could not be recovered', async () => {
    const { task } = await commit(Array(4).fill('{"title": }}{{ : "x" ,,, ]'));
    await expect(task()).rejects.toMatchObject({
      code: 'INVALID_OUTPUT',
      cause: { code: 'INVALID_OUTPUT', cause: expect.anything() },
    });
  });

  it('is refused if it is a different kind of value', async () => {
    const { task } = await commit(Array(4).fill('{"weather": "rain"}'));
    await expect(task()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('has none of the keys') },
    });
  });
});

describe('an answer in prose', () => {
  const markdown = '## Review\n\nLine 3 divides by zero: `{"a": 1}` is no number.\n';

  it.each(['executeTask', 'streamTask'] as const)(
    'is kept as plain text after two such answers: %s',
    async (way) => {
      const server = await start({ main: ['Sure.', markdown] });
      const agent = new CapabilityAgent({ ...models(server), capabilities, outputs: gitOutputs });
      const response =
        way === 'executeTask'
          ? await agent.executeTask('review', 'Review it.')
          : await agent.streamTask('review', 'Review it.').response;
      expect(response).toMatchObject({
        type: 'PlainText',
        value: markdown.trim(),
        recovered: true,
        turns: 2,
        warnings: ['The model wrote no Review, so its answer is kept as plain text.'],
      });
      expect(server.requests).toHaveLength(2);
    },
  );

  it('is not kept if it is JSON that failed', async () => {
    const { task } = await commit(Array(4).fill('Sure: {"emoji": null, "tit'));
    await expect(task()).rejects.toMatchObject({ code: 'INVALID_OUTPUT' });
  });

  it('does not hide an abort of the task', async () => {
    const stop = new AbortController();
    const server = await start({
      main: [
        'I think aloud.',
        () => {
          stop.abort();
          return { content: 'More.' };
        },
      ],
    });
    const agent = new CapabilityAgent({ ...models(server), capabilities, outputs: gitOutputs });
    const task = agent.executeTask('commit', 'Write it.', { signal: stop.signal });
    await expect(task).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

// E10
describe('an answer with bad items in its lists', () => {
  const good = { severity: 'high', category: 'bug', file: 'a', line: 1, title: 'Good', body: 'b' };
  const { category: _, ...bad } = { ...good, title: 'Bad' };
  const run = async (answer: object, capability = 'review') => {
    const server = await start({ main: Array(5).fill(JSON.stringify(answer)) });
    const agent = new CapabilityAgent({
      ...models(server),
      capabilities,
      outputs: gitOutputs,
      critic: false,
    });
    return agent.executeTask(capability, 'Go.');
  };

  it.each([
    ['a member is missing', bad],
    ['a value is unknown', { ...bad, category: 'magic' }],
    ['an item is a text', 'Bad'],
  ])('keeps the good ones, and says what it left out: %s', async (_name, item) => {
    const response = await run({
      summary: 's',
      findings: [good, item, good],
      strengths: [],
      verdict: 'comment',
    });
    expect(response).toMatchObject({ type: 'Review', recovered: true, value: { summary: 's' } });
    expect((response.value as { findings: object[] }).findings).toHaveLength(2);
    expect(response.warnings).toContainEqual(
      expect.stringMatching(/^1 of 3 findings do not have the form, and are left out: .*Bad/),
    );
  });

  it('keeps an item without its bad members that may be missing, and names them', async () => {
    const finding = { ...good, line: '12-14', evidence: ['a', 'b'], confidence: 'high' };
    const response = await run({ summary: 's', findings: [finding], strengths: [], verdict: 'comment' });
    expect(response.value).toMatchObject({
      findings: [{ ...good, line: null, suggestion: '' }],
    });
    for (const [name, value] of [
      ['line', '"12-14"'],
      ['evidence', '["a","b"]'],
      ['confidence', '"high"'],
    ])
      expect(response.warnings).toContain(
        `The ${name} of an item of findings does not have the form, and is left out: ${value}`,
      );
  });

  it('keeps the entries of a changelog that have the form', async () => {
    const response = await run({ added: ['A', { text: 'B' }], fixed: [{ text: 'C' }] }, 'changelog');
    expect(response).toMatchObject({
      type: 'Changelog',
      value: { added: [{ text: 'B' }], fixed: [{ text: 'C' }] },
    });
  });

  it.each([
    ['nothing of it has the form', { summary: 's', findings: [bad], strengths: [], verdict: 'comment' }],
    ['a single member is wrong', { summary: 1, findings: [good], verdict: 'maybe' }],
  ])('is an error with the answer if %s', async (_name, answer) => {
    await expect(run(answer)).rejects.toMatchObject({
      code: 'INVALID_OUTPUT',
      message: expect.stringMatching(/Its last answer was:\n\{"summary"/),
    });
  });
});

describe('members that small models omit', () => {
  it.each([
    ['commit', { title: 'Fix' }, { emoji: null, message: '' }],
    [
      'review',
      {
        summary: 's',
        verdict: 'comment',
        findings: [{ severity: 'low', category: 'bug', file: 'a', title: 't', body: 'b' }],
      },
      { strengths: [], findings: [expect.objectContaining({ line: null, suggestion: '' })] },
    ],
    ['pr', { title: 't', summary: 's' }, { changes: [], testing: '', breakingChanges: [] }],
    [
      'changelog',
      { fixed: [{ text: 'f' }] },
      { version: null, added: [], fixed: [{ text: 'f', commits: [] }] },
    ],
    ['release_notes', { summary: 's' }, { version: null, highlights: [], changes: [], upgradeSteps: [] }],
    ['semantic_blame', { file: 'a', line: 1, explanation: 'e' }, { commits: [] }],
  ])('of %s get a default if that does no harm', async (capability, answer, filled) => {
    const server = await start({ main: [JSON.stringify(answer)] });
    const agent = new CapabilityAgent({
      ...models(server),
      capabilities,
      outputs: gitOutputs,
      critic: false,
    });
    expect((await agent.executeTask(capability, 'Go.')).value).toMatchObject(filled);
    expect(server.requests).toHaveLength(1);
  });

  it('of a review are read from the field that approves the change', async () => {
    const answers = ['{"summary": "Fine."}', '{"summary": "Fine.", "findings": [], "verdict": "approve"}'];
    const server = await start({ main: answers });
    const agent = new CapabilityAgent({
      ...models(server),
      capabilities,
      outputs: gitOutputs,
      critic: false,
    });
    expect(await agent.executeTask('review', 'Go.')).toMatchObject({ turns: 2 });
  });
});

// E12
describe('usage', () => {
  it("includes tokens read from and written to Anthropic's prompt cache", async () => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        bodies.push(body);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model: 'claude-opus-4-8',
            content: [{ type: 'text', text: 'It parses.' }],
            stop_reason: 'end_turn',
            stop_sequence: null,
            usage: {
              input_tokens: 5,
              output_tokens: 3,
              cache_read_input_tokens: 700,
              cache_creation_input_tokens: 40,
            },
          }),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const agent = new CapabilityAgent({
        provider: 'anthropic',
        model: 'claude-opus-4-8',
        apiKey: 'key',
        baseUrl: `http://127.0.0.1:${port}`,
        llm: { timeouts: { totalMs: 5_000 }, retries: { maxRetries: 0 } },
      });
      const { usage } = await agent.executeTask('chat', 'What does it do?');
      expect(usage).toMatchObject({
        inputTokens: 745,
        outputTokens: 3,
        cachedInputTokens: 700,
        cacheWriteTokens: 40,
      });
      expect(bodies).toHaveLength(1);
      expect(bodies[0]).toContain('"cache_control":{"type":"ephemeral"}');
      expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ max_tokens: 16_384 });
    } finally {
      server.close();
    }
  });
});

// E13
describe('a listener', () => {
  it('gets the phases with their durations, and the events of all runs between them', async () => {
    const critique = { requiresRevision: true, issues: [], revisionPrompt: 'Better.', confidence: 1 };
    const server = await start({ main: [json, json], fast: [JSON.stringify(critique)] });
    const agent = new CapabilityAgent({ ...models(server), capabilities, outputs: gitOutputs });
    const seen: string[] = [];
    await agent.executeTask('commit', 'Write it.', {
      critic: true,
      onEvent: (event: TaskEvent, run) => {
        if (event.type === 'phase-start' || event.type === 'phase-end')
          seen.push(`${event.type} ${event.phase}`);
        if (event.type === 'run-start') seen.push(`run of ${run?.agent}`);
        if (event.type === 'phase-end') expect(event.durationMs).toBeGreaterThanOrEqual(0);
      },
    });
    expect(seen).toEqual([
      'phase-start answer',
      'run of commit',
      'phase-end answer',
      'phase-start critique',
      'run of critic',
      'phase-end critique',
      'phase-start revision',
      'run of commit',
      'phase-end revision',
    ]);
  });

  it('that throws causes a warning', async () => {
    const { server } = await commit([]);
    expect(server.requests).toEqual([]);
    const other = await start({ main: ['Text.'] });
    const response = await new CapabilityAgent(models(other)).executeTask('chat', 'Go.', {
      onEvent: () => {
        throw new Error('disk full');
      },
    });
    expect(response).toMatchObject({ value: 'Text.', warnings: ['A listener failed: disk full'] });
  });
});
