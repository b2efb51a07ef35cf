import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type LLMConfig } from '@toolwright/llm';
import type { ScriptStep } from '@toolwright/llm/testing';
import { Prompt, PromptRegistry } from '@toolwright/prompts';
import { typedSchema } from '@toolwright/tools';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { Dialog } from '../dialog/dialog.js';
import { parsers } from '../parsers/parsers.js';
import { agentCall } from './agent-call.js';
import { withServedModel } from './serve-model.test.support.js';

const ReportSchema = typedSchema<{ city: string; days: number }>('Report', {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city', 'days'],
  additionalProperties: false,
});
const prompts = new PromptRegistry();
prompts.scope('root').addPrompt(
  'task',
  new Prompt({
    template: 'Plan a trip to {city}.',
    parser: parsers.json(ReportSchema),
    exceptionHandler: 'That is no plan: {error}',
    interruptHandler: 'Go on.',
  }),
);
const task = prompts.scope('root').get('task');
const clientFor = (baseUrl: string, config: Pick<LLMConfig, 'retries' | 'errorReports'> = {}) =>
  createClient({ provider: 'openai-compatible', model: 'local', baseUrl, ...config });

// C1, C2, C3, C4, C6, C7
it('a call over HTTP uses tools, repairs its answer, and leaves a dialog that can be stored and continued', async () => {
  const steps: ScriptStep[] = [
    { toolCalls: [{ id: 'call_1', name: 'look', arguments: { at: 'Oslo' } }] },
    'I would stay for three days.',
    '{"city": "Oslo", "days": 3}',
    '{"city": "Oslo", "days": 4}',
  ];
  await withServedModel(steps, async ({ baseUrl, requests }) => {
    const llmClient = clientFor(baseUrl);
    const toolRegistry = stubTools({ look: () => 'rain' });
    const first = await agentCall({ llmClient, prompt: task, vars: { city: 'Oslo' }, toolRegistry });
    expect(first).toMatchObject({
      output: { city: 'Oslo', days: 3 },
      calls: [{ name: 'look', arguments: { at: 'Oslo' }, resultString: 'rain', isRepeated: false }],
      usage: { inputTokens: 30, outputTokens: 15 },
    });
    const stored = JSON.stringify(first.dialog);
    const dialog = Dialog.fromJSON(JSON.parse(stored), prompts).sendMessage('A day longer, please.');
    const second = await agentCall({ llmClient, dialog, toolRegistry });
    expect(second.output).toEqual({ city: 'Oslo', days: 4 });
    expect(requests.map(({ path }) => path)).toEqual(Array(4).fill('/v1/chat/completions'));
    expect(requests[2]?.body.messages?.at(-1)?.content).toMatch(
      /^That is no plan: The answer contains no JSON/,
    );
    const roles = ['user', 'assistant', 'tool', 'user', 'assistant'];
    expect(first.dialog.messages.map(({ role }) => role)).toEqual(roles);
    expect(second.dialog.messages.map(({ role }) => role)).toEqual([...roles, 'user', 'assistant']);
  });
});

// C8
describe('network faults', () => {
  const down = { status: 503 };
  const call = (faults: number, recalls: number, errorReports?: string) =>
    withServedModel(
      ['{"city":"Oslo","days":1}'],
      async ({ baseUrl, requests }) => {
        const retries = { maxRetries: 1, baseDelayMs: 1, recalls };
        const llmClient = clientFor(baseUrl, { retries, errorReports });
        const ending = await agentCall({ llmClient, prompt: task, vars: { city: 'Oslo' } }).then(
          ({ output }) => ({ output }),
          (error: unknown) => ({ error }),
        );
        return { ...ending, requests: requests.length };
      },
      Array(faults).fill(down),
    );

  it('cause retries, then recalls of the model, then a typed error', async () => {
    const output = { city: 'Oslo', days: 1 };
    const error = { code: 'PROVIDER_FAILED', blame: 'provider', status: 503 };
    expect(await call(1, 0)).toEqual({ output, requests: 2 });
    expect(await call(2, 0)).toMatchObject({ error, requests: 2 });
    expect(await call(3, 1)).toEqual({ output, requests: 4 });
    expect(await call(4, 1)).toMatchObject({ error, requests: 4 });
  });

  it('that last leave a report in the folder of the client', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolwright-'));
    try {
      expect(await call(2, 0, folder)).toMatchObject({ error: { code: 'PROVIDER_FAILED' } });
      const [name = '', ...others] = await readdir(folder);
      expect(others).toEqual([]);
      expect(JSON.parse(await readFile(join(folder, name), 'utf8'))).toMatchObject({
        error: { code: 'PROVIDER_FAILED', status: 503 },
        request: { messages: [expect.anything(), { role: 'user', content: 'Plan a trip to Oslo.' }] },
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

// C5
it('the needs of a prompt decide which API of the provider is used', async () => {
  const paths = async (webSearch: boolean) =>
    withServedModel(['Yes.'], async ({ baseUrl, requests }) => {
      const llmClient = createClient({
        provider: 'openai',
        model: 'gpt-4.1',
        apiKey: 'x',
        baseUrl,
        api: 'auto',
        retries: { maxRetries: 0 },
      });
      const prompt = new Prompt({ template: 'Is it so?', webSearch });
      // The server implements only one of the APIs; the test looks at the API of the request.
      await agentCall({ llmClient, prompt }).catch(() => undefined);
      return requests.map(({ path }) => path);
    });
  expect(await paths(false)).toEqual(['/v1/chat/completions']);
  expect(await paths(true)).toEqual(['/v1/responses']);
});
