// L4
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ToolwrightError } from '@toolwright/contract';
import { Agent } from '@toolwright/core';
import { scriptedModel } from '@toolwright/llm/testing';
import fc from 'fast-check';
import {
  type Attempt,
  type AttemptStart,
  calls,
  contains,
  dataset,
  defineEval,
  type Eval,
  type EvalReport,
  judge,
  runEval,
} from '../index.js';
import type { RunEvalOptions } from './run-eval.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function scratch(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolwright-evals-'));
  folders.push(folder);
  return folder;
}

const tools = {
  listTools: () => [
    {
      ...{ name: 'find', description: 'Finds.', annotations: {}, source: { file: 'x', line: 1 } },
      parameters: { type: 'object' as const, properties: {} },
    },
  ],
  execute: async () => ({ result: { found: true }, error: null }),
};

/** An agent that looks for its input and answers with it; every fourth run fails. */
function finder(requests: { count: number }, systemPrompt = 'Find.') {
  return ({ key }: { readonly key: string }) => {
    let id = 0;
    const llmClient = scriptedModel.byInput((input) => [
      () => {
        requests.count++;
        return {
          toolCalls: [{ name: 'find', arguments: { q: input } }],
          usage: { inputTokens: 100, outputTokens: 10 },
        };
      },
      {
        text: `Found ${input.endsWith('3') ? 'nothing' : input}.`,
        usage: { inputTokens: 120, outputTokens: 5 },
      },
    ]);
    const runtime = { now: () => 0, newId: () => `${key}-${++id}` };
    return new Agent({ llmClient, toolRegistry: tools, systemPrompt, runtime, name: 'finder' });
  };
}

const casesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `c${index}`,
    input: `thing-${index}`,
    expected: `thing-${index}`,
    tags: index % 2 === 0 ? ['even'] : [],
  }));

function finderEval(requests = { count: 0 }, more: Partial<Parameters<typeof defineEval>[0]> = {}): Eval {
  return defineEval({
    name: 'finder',
    agent: finder(requests),
    cases: casesOf(8),
    scorers: [contains(), calls.exactly('find')],
    ...(more as object),
  });
}

/** A run that had ended is not continued, but its attempts are used. */
function withoutCached(report: EvalReport): unknown {
  const text = JSON.stringify({ ...report, totals: { ...report.totals, cached: 0 } });
  return JSON.parse(text.replaceAll(',"cached":true', ''));
}

const run = (given: Eval, folder: string, options: Partial<RunEvalOptions> = {}): Promise<EvalReport> =>
  runEval(given, { folder, now: () => 1_000, retryDelayMs: 1, ...options });

it('runs and scores every case, and writes records, events and the report', async () => {
  const folder = scratch();
  const report = await run(finderEval(undefined, { repetitions: 2 }), folder);
  expect(report.totals).toMatchObject({
    cases: 8,
    attempts: 16,
    passed: 14,
    failed: 2,
    errors: 0,
    skipped: 0,
  });
  expect(report.totals.usage).toEqual({ inputTokens: 16 * 220, outputTokens: 16 * 15 });
  expect(report.passAtK).toEqual([
    { k: 1, value: 7 / 8, cases: 8 },
    { k: 2, value: 7 / 8, cases: 8 },
  ]);
  expect(report.tags).toEqual([{ tag: 'even', cases: 4, passed: 8, failed: 0, passRate: 1 }]);
  expect(report.missing).toEqual([]);
  const failed = report.cases[3];
  expect(failed).toMatchObject({ id: 'c3', passRate: 0, scores: { contains: 0, 'calls.exactly': 1 } });
  expect(failed?.attempts[0]?.scores.contains).toMatchObject({
    passed: false,
    reason: 'the answer lacks "thing-3"',
  });
  const lines = readFileSync(path.join(folder, 'events.jsonl'), 'utf8').trim().split('\n');
  const events = lines.map((line) => JSON.parse(line));
  expect(
    events.filter(({ runId }) => runId === failed?.attempts[0]?.runId).map(({ type }) => type),
  ).toContain('run-end');
  expect(JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'))).toEqual(report);
});

it('runs nothing again that has not changed', async () => {
  const folder = scratch();
  const requests = { count: 0 };
  const first = await run(finderEval(requests), folder);
  expect(requests.count).toBe(8);
  const second = await run(finderEval(requests), folder);
  expect(requests.count).toBe(8);
  expect(second.totals).toEqual({ ...first.totals, cached: 8 });
  // One case alone keeps what is known of the others.
  await run(finderEval(requests), folder, { caseIds: ['c1'] });
  await run(finderEval(requests), folder);
  expect(requests.count).toBe(8);
  expect(readFileSync(path.join(folder, 'events.jsonl'), 'utf8').match(/"run-end"/g)).toHaveLength(8);
  // Another prompt, another version of a scorer, and --no-cache are other runs.
  await run({ ...finderEval(requests), agent: finder(requests, 'Look.') }, folder);
  expect(requests.count).toBe(16);
  await run(finderEval(requests, { scorers: [contains(undefined, { ignoreCase: true })] }), folder);
  expect(requests.count).toBe(24);
  await run(finderEval(requests), folder, { cache: false });
  expect(requests.count).toBe(32);
  // A fresh run of one case keeps what is known of the others as well.
  await run(finderEval(requests), folder, { cache: false, caseIds: ['c1'] });
  await run(finderEval(requests), folder);
  expect(requests.count).toBe(33);
});

it('gives the report of an unbroken run after any cut of the records', async () => {
  const folder = scratch();
  const whole = await run(finderEval(undefined, { repetitions: 2 }), folder);
  const bytes = readFileSync(path.join(folder, 'records.jsonl'));
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length), async (cut) => {
      const other = scratch();
      writeFileSync(path.join(other, 'records.jsonl'), bytes.subarray(0, cut));
      const requests = { count: 0 };
      const report = await run(finderEval(requests, { repetitions: 2 }), other);
      const isComplete = cut === bytes.length;
      const kept = bytes.subarray(0, cut).toString().split('\n').slice(1, -1).length;
      expect(withoutCached(report)).toEqual(whole);
      expect(report.totals.cached).toBe(isComplete ? 16 : 0);
      expect(requests.count).toBe(16 - Math.min(kept, 16));
      const again = await run(finderEval(requests, { repetitions: 2 }), other, {
        cache: false,
        resume: false,
      });
      expect(again).toEqual(whole);
    }),
    { numRuns: 40 },
  );
});

it('retries failures of the provider only, and reports the others', async () => {
  let down = 0;
  const failing = (error: () => Error, times: number) => () => {
    const llmClient = scriptedModel([
      () => {
        if (down++ < times) throw error();
        return 'thing-0';
      },
    ]);
    return new Agent({ llmClient });
  };
  const network = () => new ToolwrightError('NETWORK', 'The network is down.', { blame: 'provider' });
  const key = () => new ToolwrightError('AUTHENTICATION', 'A wrong key.', { blame: 'developer' });
  const one = { cases: casesOf(1), scorers: [contains()] };
  const passed = await run({ ...finderEval(undefined, one), agent: failing(network, 2) }, scratch());
  expect(passed.totals).toMatchObject({ passed: 1, errors: 0 });
  down = 0;
  const failed = await run({ ...finderEval(undefined, one), agent: failing(network, 9) }, scratch());
  expect(failed.totals).toMatchObject({ passed: 0, failed: 0, errors: 1 });
  expect(failed.missing).toEqual([
    { kind: 'attempt', caseId: 'c0', repetition: 1, reason: expect.stringContaining('NETWORK: ') },
  ]);
  expect(down).toBe(3);
  down = 0;
  await run({ ...finderEval(undefined, one), agent: failing(key, 9) }, scratch());
  expect(down).toBe(1);
});

it('gives each attempt its own context, which it may write to', async () => {
  class Client {
    calls = 0;
  }
  const client = new Client();
  const cart: string[] = [];
  const context = {
    cart,
    client,
    at: new Date(7),
    seen: new Map([['a', new Set([1])]]),
    self: {} as unknown,
  };
  context.self = context;
  const sizes: number[] = [];
  const agent = () => ({
    run: async (_input: string, options: { context?: typeof context }) => {
      const own = options.context ?? context;
      sizes.push(own.cart.push('tea') + (own.seen.get('a')?.add(sizes.length + 10).size ?? 0));
      expect(own.self).toBe(own);
      expect(own.at).toEqual(new Date(7));
      own.client.calls++;
      const usage = { inputTokens: 1, outputTokens: 1 };
      return { runId: 'r', status: 'completed', finalResponse: 'x', toolCalls: [], errors: [], usage };
    },
  });
  const definition = finderEval(undefined, {
    agent: agent as never,
    cases: [{ id: 'one', input: 'x', context }] as never,
    scorers: [() => true],
    repetitions: 3,
  });
  expect((await run(definition, scratch())).totals.passed).toBe(3);
  expect(sizes).toEqual([3, 3, 3]);
  expect(cart).toEqual([]);
  expect(client.calls).toBe(3);
});

it('ends an agent function that never returns after the time of an attempt', async () => {
  const definition = finderEval(undefined, {
    agent: () => new Promise<never>(() => {}),
    cases: casesOf(1),
    timeoutMs: 50,
  });
  const { missing } = await run(definition, scratch());
  expect(missing[0]?.reason).toBe('The attempt took longer than 50 ms.');
});

it('says which agent is none, and what is missing in a result', async () => {
  const fine = { runId: 'r', status: 'completed', finalResponse: 'x', toolCalls: [], errors: [] };
  const usage = { inputTokens: 1, outputTokens: 1 };
  const outcome = { result: 1n, error: null };
  const bad: readonly (readonly [unknown, string])[] = [
    [null, "The 'agent' function of the eval 'finder' returned null for the case"],
    [undefined, 'returned undefined for the case'],
    [Promise.resolve(null), 'returned null for the case'],
    [
      {},
      "returned an object without run() for the case 'c0', but must return an Agent, or an object with run",
    ],
    ['agent', "returned 'agent' for the case"],
    [new Error('No key.'), "The 'agent' function of the eval 'finder' threw for the case 'c0': No key."],
    [{ run: () => undefined }, 'The agent returned undefined, but must return a RunResult. '],
    [{ run: async () => 'text' }, "The agent returned 'text', but"],
    [
      { run: async () => ({ ...fine, status: undefined, toolCalls: undefined, usage }) },
      "'status' is missing; 'toolCalls' is missing.",
    ],
    [
      { run: async () => ({ ...fine, usage: {} }) },
      "'usage' is an object, but must be { inputTokens, outputTokens }.",
    ],
    [
      { run: async () => ({ ...fine, usage, toolCalls: [null] }) },
      "'toolCalls' is a list, but must be a list of { name",
    ],
    [
      { run: async () => ({ ...fine, usage, toolCalls: [{ name: 'a', arguments: '', outcome }] }) },
      'results are JSON',
    ],
    [{ run: async () => ({ ...fine, usage, cost: '1' }) }, "'cost' is '1', but must be a number."],
  ];
  for (const [given, message] of bad) {
    const agent = () => {
      if (given instanceof Error) throw given;
      return given;
    };
    const definition = finderEval(undefined, {
      agent: agent as never,
      cases: casesOf(2),
      scorers: [contains()],
    });
    const { missing, totals } = await run(definition, scratch());
    expect(totals.errors).toBe(2);
    expect(missing[0]?.reason).toContain(message);
    expect(missing[0]?.reason).not.toMatch(/TypeError|Cannot read|\n/);
  }
});

it('says what is missing if a scorer throws, hangs or returns nonsense, and if an agent hangs', async () => {
  const scorers = [
    contains(),
    { name: 'throws', score: () => Promise.reject(new Error('No luck.')) },
    { name: 'hangs', score: () => new Promise<boolean>(() => {}) },
    { name: 'nonsense', score: () => 7 },
  ];
  const one = { cases: casesOf(1), scorers, scorerTimeoutMs: 20 };
  const { totals, missing, cases } = await run(finderEval(undefined, one), scratch());
  expect(totals).toMatchObject({ passed: 0, failed: 0, unscored: 1 });
  expect(missing.map(({ scorer, reason }) => [scorer, reason])).toEqual([
    ['throws', 'No luck.'],
    ['hangs', "The scorer 'hangs' took longer than 20 ms."],
    ['nonsense', 'The scorer returned 7, but a score is from 0 to 1.'],
  ]);
  expect(cases[0]?.scores).toEqual({ contains: 1 });
  const hanging = { run: () => new Promise<never>(() => {}) };
  const hung = await run(
    { ...finderEval(undefined, { cases: casesOf(1), timeoutMs: 20 }), agent: () => hanging },
    scratch(),
  );
  expect(hung.missing[0]?.reason).toBe('The attempt took longer than 20 ms.');
  expect(hung.notes).toEqual([expect.stringContaining('Nothing is cached')]);
});

it('keeps what one scorer does from the others and from later repetitions', async () => {
  const meddling = ({ case: one, result }: Attempt) => {
    Object.assign(one, { expected: 'thing-0' });
    Object.assign(result, { finalResponse: 'thing-0' });
    return true;
  };
  const cases = [{ id: 'a', input: 'thing-3', expected: 'thing-3' }];
  const scorers = [meddling, contains()];
  const { missing, cases: reports } = await run(
    finderEval(undefined, { cases, scorers, repetitions: 3 }),
    scratch(),
  );
  expect(missing.map(({ scorer }) => scorer)).toEqual(['meddling', 'meddling', 'meddling']);
  // The agent fails on inputs with a 3.
  expect(reports[0]?.scores).toEqual({ contains: 0 });
});

it('takes no impossible score from its files', async () => {
  const folder = scratch();
  await run(finderEval(), folder);
  const file = path.join(folder, 'records.jsonl');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"score":1', '"score":7'));
  const requests = { count: 0 };
  const report = await run(finderEval(requests), folder);
  expect(report.totals.cached).toBe(7);
  expect(requests.count).toBe(1);
});

it.each([
  [{ tokens: 1_000 }, 'The budget of 1,000 tokens is spent.', 5],
  [{ cost: 1 }, expect.stringContaining('The cost of an attempt is not known'), 1],
])('stops at a budget of %j, and says what was skipped', async (budget, reason, done) => {
  const folder = scratch();
  const report = await run(finderEval(undefined, { budget, concurrency: 1 }), folder);
  expect(report.totals).toMatchObject({ attempts: 8, skipped: 8 - done });
  expect(report.missing).toHaveLength(8 - done);
  expect(report.missing[0]).toEqual({ kind: 'attempt', caseId: `c${done}`, repetition: 1, reason });
  const requests = { count: 0 };
  const rest = await run(finderEval(requests), folder);
  expect(rest.totals).toMatchObject({ skipped: 0, cached: done });
  expect(requests.count).toBe(8 - done);
});

it('skips what is left when it is interrupted, and continues later', async () => {
  const folder = scratch();
  const controller = new AbortController();
  const onProgress = (done: number) => {
    if (done >= 3) controller.abort();
  };
  const report = await run(finderEval(undefined, { concurrency: 1 }), folder, {
    signal: controller.signal,
    onProgress,
  });
  expect(report.totals).toMatchObject({ attempts: 8, skipped: 5 });
  const requests = { count: 0 };
  const notes: string[] = [];
  const rest = await run(finderEval(requests), folder, { onNote: (note) => notes.push(note) });
  expect(rest.totals).toMatchObject({ passed: 7, failed: 1, skipped: 0, cached: 0 });
  expect(requests.count).toBe(5);
  expect(notes).toEqual(['Resumed: 3 of 8 attempts are done.']);
});

it('refuses a folder that another process uses, and takes over the lock of one that has ended', async () => {
  const folder = scratch();
  const gate: { open?: () => void } = {};
  const opened = new Promise<void>((resolve) => (gate.open = resolve));
  const waiting = {
    ...finderEval(),
    agent: async (start: AttemptStart) => opened.then(() => finder({ count: 0 })(start)),
  };
  const first = run({ ...waiting, fingerprint: 'x' }, folder);
  await new Promise((resolve) => setImmediate(resolve));
  await expect(run(finderEval(), folder)).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining('is writing to'),
  });
  gate.open?.();
  await first;
  writeFileSync(
    path.join(folder, 'lock'),
    JSON.stringify({ pid: 2 ** 22 + 1, host: (await import('node:os')).hostname() }),
  );
  await expect(run(finderEval(), folder)).resolves.toMatchObject({ totals: { passed: 7 } });
});

it('runs the selected cases, and refuses unknown ones', async () => {
  expect((await run(finderEval(), scratch(), { tags: ['even'] })).totals.cases).toBe(4);
  expect((await run(finderEval(), scratch(), { caseIds: ['c1', 'c2'] })).totals.cases).toBe(2);
  await expect(run(finderEval(), scratch(), { caseIds: ['c99'] })).rejects.toMatchObject({
    message: "The eval has no case 'c99'.",
  });
});

it('reads cases from a file, and reports its broken lines', async () => {
  const base = scratch();
  writeFileSync(path.join(base, 'cases.jsonl'), '{"id":"a","input":"x","expected":"x"}\nno\n');
  const given = finderEval(undefined, { cases: dataset('cases.jsonl') as never });
  const report = await run(given, scratch(), { base });
  expect(report.totals).toMatchObject({ cases: 1, passed: 1 });
  expect(report.missing).toEqual([
    { kind: 'case', place: 'cases.jsonl:2', reason: expect.stringContaining('The line is not JSON') },
  ]);
});

it('counts the tokens of failed tries towards the budget', async () => {
  let requests = 0;
  const network = () => new ToolwrightError('NETWORK', 'The network is down.', { blame: 'provider' });
  const agent = () => {
    const llmClient = scriptedModel([
      { toolCalls: [{ name: 'find' }], usage: { inputTokens: 300, outputTokens: 0 } },
      () => {
        requests++;
        throw network();
      },
    ]);
    return new Agent({ llmClient, toolRegistry: tools });
  };
  const given = finderEval(undefined, { budget: { tokens: 1_000 }, concurrency: 1 });
  const { totals, missing } = await run({ ...given, agent }, scratch());
  expect(totals).toMatchObject({ errors: 2, skipped: 6 });
  expect(requests).toBe(6);
  expect(missing.at(-1)?.reason).toBe('The budget of 1,000 tokens is spent.');
});

it('masks secrets in everything that it writes', async () => {
  const secret = `sk-proj-${'abcdefghij'.repeat(5)}`;
  const folder = scratch();
  const agent = () => new Agent({ llmClient: scriptedModel([`The key is ${secret}.`]) });
  const cases = [{ id: 'a', input: `What is ${secret}?`, expected: 'nothing' }];
  const scorers = [({ result }: Attempt) => ({ score: 0, passed: false, reason: result.finalResponse })];
  await run({ ...finderEval(undefined, { cases, scorers }), agent }, folder);
  for (const file of ['records.jsonl', 'events.jsonl', 'report.json']) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    expect(text).toContain('[redacted]');
    expect(text).not.toContain('abcdefghij');
  }
});

it('reports a model that is down for half of the run', async () => {
  let requests = 0;
  const agent = ({ caseId }: AttemptStart) => {
    const isDown = Number(caseId.slice(1)) >= 4;
    const llmClient = scriptedModel([
      () => {
        requests++;
        if (isDown) throw new ToolwrightError('PROVIDER_FAILED', 'It is down.', { blame: 'provider' });
        return `thing-${caseId.slice(1)}`;
      },
    ]);
    return new Agent({ llmClient });
  };
  const folder = scratch();
  const { totals, missing, passAtK } = await run(
    { ...finderEval(undefined, { scorers: [contains()] }), agent },
    folder,
  );
  expect(totals).toMatchObject({ passed: 4, failed: 0, errors: 4, passRate: 1 });
  expect(passAtK).toEqual([{ k: 1, value: 1, cases: 4 }]);
  expect(missing.map(({ caseId }) => caseId)).toEqual(['c4', 'c5', 'c6', 'c7']);
  expect(requests).toBe(4 + 4 * 3);
  const record = readFileSync(path.join(folder, 'records.jsonl'), 'utf8')
    .split('\n')
    .find((line) => line.includes('"c4"'));
  expect(JSON.parse(record ?? '').retried).toHaveLength(2);
});

it('leaves out the scores of a judge that is not calibrated, and keeps its calibration', async () => {
  let judged = 0;
  const model = scriptedModel.byInput((input) => {
    judged++;
    const points = input.includes('rude') ? 5 : 4;
    return [JSON.stringify({ reason: 'Fine.', points })];
  });
  const examples = [
    { input: 'x', answer: 'good', passed: true },
    { input: 'x', answer: 'rude', passed: false },
  ];
  const folder = scratch();
  const given = (more: object) =>
    finderEval(undefined, { cases: casesOf(2), scorers: [judge({ model, rubric: 'r', examples, ...more })] });
  const refused = await run(given({}), folder);
  expect(refused.totals).toMatchObject({ passed: 0, unscored: 2 });
  expect(refused.scorers[0]).toMatchObject({
    mean: null,
    errors: 2,
    calibration: { agreement: 0.5, kappa: 0 },
  });
  expect(refused.missing[0]?.reason).toBe(
    'The judge is not calibrated: it agrees with 50% of the examples, but the least is 80%.',
  );
  expect(judged).toBe(2);
  await run(given({}), folder);
  expect(judged).toBe(2);
  const marked = await run(given({ uncalibrated: 'mark' }), folder);
  expect(marked.totals).toMatchObject({ passed: 2, unscored: 0 });
  expect(marked.scorers[0]?.calibration).toMatchObject({ calibrated: false });
});

it('runs a thousand cases with one worker, and needs no request to run them again', async () => {
  const folder = scratch();
  const requests = { count: 0 };
  const given = finderEval(requests, { cases: casesOf(1_000), concurrency: 1 });
  const { totals } = await run(given, folder);
  expect(totals).toMatchObject({ attempts: 1_000, passed: 900, failed: 100 });
  expect((await run(given, folder)).totals).toEqual({ ...totals, cached: 1_000 });
  expect(requests.count).toBe(1_000);
});
