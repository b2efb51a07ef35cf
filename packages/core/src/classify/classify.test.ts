import type { LLMProvider, TokenLogprob } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import fc from 'fast-check';
import { growth } from '../../../../scripts/growth.mjs';
import { binaryClassify } from './binary-classify.js';
import { classify } from './classify.js';

const MOODS = ['happy', 'sad', 'neutral'] as const;
const without = { capabilities: { tools: true }, model: 'small' };

/** One token with the probabilities of all its alternatives. */
function token(text: string, likelihoods: Readonly<Record<string, number>>): TokenLogprob {
  const top = Object.entries(likelihoods).map(([one, p]) => ({ token: one, logprob: Math.log(p) }));
  return { token: text, logprob: Math.log(likelihoods[text] ?? 0), top };
}

function answer(text: string, likelihoods: Readonly<Record<string, number>>): ScriptStep {
  return { text, logprobs: [token(text, likelihoods)], usage: { inputTokens: 10, outputTokens: 1 } };
}

// C10
describe('classify', () => {
  it('returns the likeliest class, and probabilities normalised over the classes', async () => {
    const llmClient = scriptedModel([answer('B', { B: 0.6, A: 0.2, Maybe: 0.2 })]);
    const result = await classify('I lost my keys.', MOODS, { llmClient });
    const label: 'happy' | 'sad' | 'neutral' = result.label;
    expect(label).toBe('sad');
    expect(result.method).toBe('logprobs');
    expect(result.usage).toEqual({ inputTokens: 10, outputTokens: 1 });
    expect(result.probabilities.happy).toBeCloseTo(0.25);
    expect(result.probabilities.sad).toBeCloseTo(0.75);
    expect(result.probabilities.neutral).toBe(0);
    // @ts-expect-error There is no such class.
    expect(result.probabilities.angry).toBeUndefined();
  });

  it('lets a class whose name is a letter keep that letter', async () => {
    const llmClient = scriptedModel([answer('A', { A: 0.9, F: 0.1 })]);
    const result = await classify('Good work.', ['F', 'A', 'excellent'], { llmClient });
    expect(result.label).toBe('A');
    expect(result.probabilities.A).toBeCloseTo(0.9);
    expect(llmClient.requests[0]?.messages[0]?.content).toContain('F: F\nA: A\nB: excellent');
  });

  it('asks for one token, and lists the classes', async () => {
    const llmClient = scriptedModel([answer('A', { A: 1 })]);
    const classes = { bug: 'something is broken', wish: 'something is missing' };
    await classify('It crashes.', classes, { llmClient, instructions: 'Sort the issue.', temperature: 0 });
    const [request] = llmClient.requests;
    expect(request?.messages).toEqual([
      { role: 'system', content: expect.stringMatching(/^Sort the issue\.\n/) },
      { role: 'user', content: 'It crashes.' },
    ]);
    expect(request?.messages[0]?.content).toContain(
      'A: bug (something is broken)\nB: wish (something is missing)',
    );
    expect(request?.options).toMatchObject({ logprobs: { top: 20 }, temperature: 0 });
    expect(request?.tools).toEqual([]);
  });

  it('takes the likelier class even if the model wrote another one', async () => {
    const llmClient = scriptedModel([answer('A', { A: 0.1, C: 0.9 })]);
    expect((await classify('So so.', MOODS, { llmClient })).label).toBe('neutral');
  });

  it('adds up all spellings of a letter', async () => {
    const llmClient = scriptedModel([answer(' a', { ' a': 0.2, A: 0.2, '"A': 0.1, B: 0.5 })]);
    const { probabilities } = await classify('Hm.', MOODS, { llmClient });
    expect(probabilities.happy).toBeCloseTo(0.5);
  });

  it('finds the letter among other tokens', async () => {
    const logprobs = [token('**', { '**': 1 }), token('B', { B: 0.9, C: 0.1 }), token('**', { '**': 1 })];
    const llmClient = scriptedModel([{ text: '**B**', logprobs }]);
    const { label, probabilities } = await classify('Hm.', MOODS, { llmClient });
    expect([label, probabilities.neutral.toFixed(2)]).toEqual(['sad', '0.10']);
  });

  it('trusts the letter if all probabilities are too small to compare', async () => {
    const logprobs = [{ token: 'B', logprob: -9999, top: [{ token: 'A', logprob: -9999 }] }];
    const { probabilities } = await classify('Hm.', MOODS, {
      llmClient: scriptedModel([{ text: 'B', logprobs }]),
    });
    expect(probabilities).toEqual({ happy: 0, sad: 1, neutral: 0 });
  });

  it('asks again when the answer matches none of the classes, with the reason', async () => {
    const llmClient = scriptedModel(['It depends.', answer('C', { C: 1 })]);
    const result = await classify('Hm.', MOODS, { llmClient });
    expect(result.label).toBe('neutral');
    expect(llmClient.requests[1]?.messages.at(-1)).toEqual({
      role: 'user',
      content:
        'The answer must be one of "A", "B", "C"; got "It depends.". Answer with one letter, and nothing else.',
    });
  });

  it('asks again when the answer has log-probabilities, but not of a letter', async () => {
    const named = { text: 'happy', logprobs: [token('happy', { happy: 1 })] };
    const llmClient = scriptedModel([named, answer('A', { A: 1 })]);
    expect((await classify('Hm.', MOODS, { llmClient })).label).toBe('happy');
    expect(llmClient.requests[1]?.messages.at(-1)?.content).toContain('Answer with one letter');
    const stubborn = scriptedModel([named, named, named, named]);
    await expect(classify('Hm.', MOODS, { llmClient: stubborn })).rejects.toMatchObject({
      code: 'INVALID_OUTPUT',
    });
  });

  it('counts such an answer as a vote if votes were requested', async () => {
    const named = { text: 'happy', logprobs: [token('happy', { happy: 1 })] };
    const llmClient = scriptedModel([named, 'A']);
    expect(await classify('Hm.', MOODS, { llmClient, votes: 2 })).toMatchObject({
      label: 'happy',
      method: 'votes',
    });
  });

  it.each([
    ['A', ':', ' bug'],
    ['A', ')', ' bug'],
    ['**', 'A', '**', ':', ' bug'],
    ['bug', ' (', 'A', ')'],
    ['A', ': bug', ' (something', ' is', ' broken', ')'],
    ['<think>', 'B?', '</think>', 'A', ' - ', 'Bug.'],
  ])('takes the letter with the name of its class, weighed at the letter: %s', async (...tokens) => {
    const logprobs = tokens.map((text) =>
      text === 'A' ? token('A', { A: 0.8, B: 0.2 }) : token(text, { [text]: 1, B: 1 }),
    );
    const llmClient = scriptedModel([{ text: tokens.join(''), logprobs }]);
    const classes = { bug: 'something is broken', wish: 'something is missing' };
    const { label, probabilities } = await classify('It crashes.', classes, { llmClient });
    expect([label, probabilities.bug.toFixed(2)]).toEqual(['bug', '0.80']);
  });

  it.each(['A: wish', 'wish (A)', 'A or B', 'A: bug B: wish', 'a bug'])(
    'refuses a letter beside something else: %s',
    async (text) => {
      const llmClient = scriptedModel([{ text, logprobs: [token('A', { A: 1 })] }]);
      const classifying = classify('Hm.', ['bug', 'wish', 'question'], { llmClient, retries: 0 });
      await (text === 'a bug'
        ? expect(classifying).resolves.toMatchObject({ label: 'bug' })
        : expect(classifying).rejects.toMatchObject({ code: 'INVALID_OUTPUT' }));
    },
  );

  it('tells names apart that differ only by marks', async () => {
    const reply = { text: 'B: c#', logprobs: [token('B', { B: 1 })] };
    const llmClient = scriptedModel([reply, 'c#', 'c#'], { capabilities: { tools: true, logprobs: true } });
    expect((await classify('Hm.', ['c++', 'c#'], { llmClient })).label).toBe('c#');
  });

  it('fails with a typed error if no answer is a class', async () => {
    const llmClient = scriptedModel(['x1', 'x2', 'x3', 'x4', 'D']);
    await expect(classify('Hm.', MOODS, { llmClient })).rejects.toMatchObject({
      code: 'INVALID_OUTPUT',
      message: expect.stringContaining('in 4 answers'),
    });
    await expect(classify('Hm.', MOODS, { llmClient, retries: 0 })).rejects.toMatchObject({
      message: 'The answer must be one of "A", "B", "C"; got "D".',
    });
  });

  it('refuses a model without log-probabilities before it asks', async () => {
    const llmClient = scriptedModel([], without);
    await expect(classify('Hm.', MOODS, { llmClient })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: "The model 'small' returns no log probabilities.",
      hint: expect.stringContaining('votes: 5'),
    });
    const unknown: LLMProvider = { generate: () => Promise.reject(new Error('asked')) };
    await expect(classify('Hm.', MOODS, { llmClient: unknown })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
    });
  });

  it('reports a model that claims log-probabilities but returns none', async () => {
    const llmClient = scriptedModel(['A']);
    await expect(classify('Hm.', MOODS, { llmClient })).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });

  it('counts votes if requested', async () => {
    const llmClient = scriptedModel(['A', 'B', 'happy', '<think>B?</think> a'], without);
    const result = await classify('Hm.', MOODS, { llmClient, votes: 4 });
    expect(result).toMatchObject({
      label: 'happy',
      probabilities: { happy: 0.75, sad: 0.25, neutral: 0 },
      method: 'votes',
    });
    expect(llmClient.requests.map(({ options }) => options.logprobs)).toEqual(Array(4).fill(undefined));
  });

  it('counts the first answer as a vote if its log-probabilities are missing', async () => {
    const llmClient = scriptedModel(['A', 'B', 'B']);
    const result = await classify('Hm.', MOODS, { llmClient, votes: 3 });
    expect(result.label).toBe('sad');
    expect(llmClient.requests).toHaveLength(3);
  });

  it('prefers log-probabilities to votes, however many votes are allowed', async () => {
    const llmClient = scriptedModel([answer('A', { A: 1 })]);
    expect((await classify('Hm.', MOODS, { llmClient, votes: 5 })).method).toBe('logprobs');
    llmClient.assertDone();
  });

  it('ends all votes if one fails', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const llmClient: LLMProvider = {
      generate(_messages, _tools, { signal }) {
        signals.push(signal);
        if (signals.length === 3) return Promise.reject(new Error('down'));
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
        });
      },
    };
    await expect(classify('Hm.', MOODS, { llmClient, votes: 3 })).rejects.toThrow('down');
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, false]);
  });

  it('obeys its signal', async () => {
    const llmClient = scriptedModel([{ text: 'A', delayMs: 60_000 }]);
    const classifying = classify('Hm.', MOODS, { llmClient, signal: AbortSignal.timeout(5) });
    await expect(classifying).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it.each([
    ['one class', ['a'], {}],
    ['27 classes', Array.from({ length: 27 }, (_, index) => `c${index}`), {}],
    ['two of one name', ['a', 'A '], {}],
    ['a class without a name', ['a', ''], {}],
    ['no votes', ['a', 'b'], { votes: 0 }],
    ['half a vote', ['a', 'b'], { votes: 0.5 }],
  ])('refuses %s', async (_what, classes, options) => {
    const classifying = classify('Hm.', classes, { llmClient: scriptedModel([]), ...options });
    await expect(classifying).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  });

  it.each(['- ', 'word ', '\n\n', 'A: '])('reads a long answer of %j in linear time', async (piece) => {
    const read = async (size: number) => {
      const text = `Hm ${piece.repeat(size / piece.length)}?`;
      const classifying = classify('Hm.', MOODS, { llmClient: scriptedModel(Array(9).fill(text)) });
      await expect(classifying).rejects.toMatchObject({ code: 'INVALID_OUTPUT' });
    };
    expect(await growth(read, [10_000, 40_000, 160_000])).toBe('linear');
  });

  it('returns probabilities that add up to 1 for any distribution of tokens', async () => {
    const tokens = fc.dictionary(
      fc.constantFrom('A', ' A', 'b', 'C', 'x', 'Sure', '"'),
      fc.double({ min: 1e-9, max: 1, noNaN: true }),
    );
    await fc.assert(
      fc.asyncProperty(tokens, fc.constantFrom('A', 'B', 'C'), async (likelihoods, text) => {
        const llmClient = scriptedModel([answer(text, { ...likelihoods, [text]: 0.5 })]);
        const { probabilities, label } = await classify('Hm.', MOODS, { llmClient });
        const shares = Object.values(probabilities);
        expect(shares.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1);
        expect(probabilities[label]).toBe(Math.max(...shares));
      }),
      { numRuns: 50 },
    );
  });
});

// C10
describe('binaryClassify', () => {
  it('returns the probability of yes', async () => {
    const llmClient = scriptedModel([answer('A', { A: 0.3, B: 0.1 })]);
    const result = await binaryClassify('BUY NOW!!!', 'Is it an advertisement?', { llmClient });
    expect(result).toMatchObject({ value: true, probability: expect.closeTo(0.75), method: 'logprobs' });
    expect(llmClient.requests[0]?.messages[0]?.content).toContain('Is it an advertisement?');
  });

  it('answers yes from a threshold on', async () => {
    const llmClient = scriptedModel([answer('A', { A: 0.75, B: 0.25 }), answer('A', { A: 0.75, B: 0.25 })]);
    const ask = (threshold: number) => binaryClassify('Hm.', 'Really?', { llmClient, threshold });
    expect((await ask(0.8)).value).toBe(false);
    expect((await ask(0.7)).value).toBe(true);
    await expect(ask(1.5)).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  });

  it('counts votes', async () => {
    const llmClient = scriptedModel(['yes', 'No.', 'B'], without);
    expect(await binaryClassify('Hm.', 'Really?', { llmClient, votes: 3 })).toMatchObject({
      value: false,
      probability: 1 / 3,
      method: 'votes',
    });
  });
});
