import { isToolwrightError, ToolwrightError } from '@toolwright/contract';
import { type ScriptReply, type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Prompt } from '@toolwright/prompts';
import fc from 'fast-check';
import { cases } from '../../../../scripts/thorough.mjs';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { Dialog } from '../dialog/dialog.js';
import { parsers } from '../parsers/parsers.js';
import { unpaired } from '../run/collect.test.support.js';
import { agentCall } from './agent-call.js';

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '5',
    '{"n":5}',
    '{"n":"5"}',
    '{"n":',
    '<n>5</n>',
    '<n>5',
    '```',
    '<tool_call>{"name":',
  ),
  fc.constantFrom(
    '{"thought":"t","action":"respond","response":"5"}',
    '<tool_call>{"name":"look"}</tool_call>',
    'null',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const scriptedCall = fc.record(
  {
    name: fc.constantFrom('look', 'fail', 'throw', 'erase', 'none', ''),
    arguments: fc.oneof(fc.constantFrom('', '{', '[]', 'null', '{"at":"x"}'), fc.constant({ at: 'y' })),
    id: fc.constantFrom('', 'a', 'b'),
  },
  { requiredKeys: ['name'] },
);
const provider = new ToolwrightError('RATE_LIMIT', 'slow down', { blame: 'provider' });
const reply: fc.Arbitrary<ScriptReply> = fc.record(
  {
    text,
    reasoning: fc.constantFrom('', 'hm'),
    toolCalls: fc.array(scriptedCall, { maxLength: 3 }),
    refusal: fc.constant('no'),
    finishReason: fc.constantFrom('stop', 'tool-calls', 'length', 'content-filter', 'other'),
    error: fc.constantFrom(new Error('down'), provider),
  },
  { requiredKeys: [] },
);
/** Mostly replies without errors, so that calls continue for a while. */
const steps = fc.array(
  fc.oneof({ weight: 6, arbitrary: reply.map(({ error: _error, ...rest }) => rest) }, reply, text),
  {
    maxLength: 12,
  },
);

const PROMPTS = {
  text: new Prompt<Record<string, never>>({ template: 'Go.' }),
  json: new Prompt({
    template: 'Go.',
    parser: parsers.json({ type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }),
    exceptionHandler: 'Wrong: {error}',
  }),
  tags: new Prompt({ template: 'Go.', tags: { xml: { n: 'required' } }, interruptHandler: 'On: {calls}' }),
  custom: new Prompt({
    template: 'Go.',
    parser: (answer) => answer.length / Number(answer.length < 9) || undefined,
  }),
} as const;

const setups = fc.record({
  prompt: fc.constantFrom<keyof typeof PROMPTS>('text', 'json', 'tags', 'custom'),
  protocol: fc.constantFrom('native' as const, 'xml' as const, 'reasoning-json' as const),
  maxIterations: fc.constantFrom(Number.POSITIVE_INFINITY, 1, 3),
  retries: fc.nat(2),
  stream: fc.boolean(),
});

/** When the script has run out, a request gets no reply, which is an error as well. */
async function callWith(
  script: readonly ScriptStep[],
  { prompt, ...options }: typeof setups extends fc.Arbitrary<infer T> ? T : never,
) {
  const toolRegistry = stubTools(
    {
      look: ({ at }) => ({ seen: at ?? null }),
      fail: () => Promise.reject(new Error('no luck')),
      throw: () => Promise.reject('not an error'),
      erase: () => 'gone',
    },
    { erase: { needsApproval: true } },
  );
  const dialog = new Dialog('Be exact.').sendMessage('Hi');
  const before = JSON.stringify(dialog);
  const llmClient = scriptedModel(script);
  const call = { ...options, llmClient, toolRegistry, dialog, prompt: PROMPTS[prompt] as Prompt };
  const result = await agentCall(call).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return { result, dialog, before, llmClient, executed: toolRegistry.executed };
}

// C1
it('any replies of a model end a call with an output or a typed error, and leave a dialog that providers accept', async () => {
  let outputs = 0;
  let failures = 0;
  await fc.assert(
    fc.asyncProperty(steps, setups, async (script, setup) => {
      const { result, dialog, before, llmClient, executed } = await callWith(script, setup);
      for (const { messages } of llmClient.requests) expect(unpaired(messages)).toEqual([]);
      expect(executed.filter(({ name }) => name === 'erase')).toEqual([]);
      if ('error' in result) {
        failures++;
        expect(isToolwrightError(result.error)).toBe(true);
        expect(JSON.stringify(dialog)).toBe(before);
        return;
      }
      outputs++;
      const { value } = result;
      expect(value.dialog).toBe(dialog);
      expect(dialog.messages.slice(0, 3).map(({ role }) => role)).toEqual(['system', 'user', 'user']);
      // Reading it again checks that each call has its result.
      const { topPrompt: _name, ...state } = dialog.toJSON();
      expect(JSON.stringify(Dialog.fromJSON(JSON.parse(JSON.stringify(state))))).toBe(JSON.stringify(state));
      const results = dialog.messages.filter(({ role }) => role === 'tool');
      expect(value.calls.map(({ resultString }) => resultString)).toEqual(
        results.map(({ content }) => content),
      );
    }),
    { numRuns: cases(300, 4_000) },
  );
  // Both endings must occur, or the property says little.
  expect(Math.min(outputs, failures)).toBeGreaterThan(50);
});
