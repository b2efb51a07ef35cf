// L4
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createScratch, removeScratch, runCli, writeFiles } from '../../cli.test.support.js';

afterAll(removeScratch);

/** An eval without imports, as another copy of the package would create it. Every case whose input has a 3 fails. */
const evalFile = (name: string, more = '') => `
const agent = () => ({
  async run(input) {
    if (input.includes('down')) throw Object.assign(new Error('The network is down.'), { code: 'X' });
    return { runId: 'run-' + input, status: 'completed', finalResponse: 'Found ' + input, iteration: 1, toolCalls: [],
      reasoningTrace: [], errors: [], warnings: [], messages: [], usage: { inputTokens: 100, outputTokens: 10 } };
  },
});
const good = { name: 'good', version: '1', score: ({ result }) => !result.finalResponse.includes('3') };
const cases = ['1', '2', '3', '4'].map((input) => ({ id: 'c' + input, input, tags: input < 3 ? ['low'] : [] }));
console.log('loaded');
export default { kind: 'toolwright-eval', name: '${name}', agent, cases, scorers: [good], fingerprint: 'f', retries: 0, ${more} };
`;
const project = (files: Readonly<Record<string, string>>) =>
  createScratch({ 'package.json': '{"type":"module"}', ...files });
const evaluate = (cwd: string, ...args: string[]) => runCli(['eval', ...args], { cwd });

it('runs the evals below the folder, prints tables, and fails if an attempt failed', async () => {
  const cwd = project({
    'src/a.eval.js': evalFile('first'),
    'b.eval.mjs': evalFile('second', 'cases: [cases[0]]'),
    'node_modules/x/c.eval.js': 'throw new Error("not mine")',
    'dist/d.eval.js': 'throw new Error("built")',
  });
  const { code, stdout, stderr } = await evaluate(cwd);
  expect(stdout).toContain('second: 1/1 passed (100%)\n');
  expect(stdout).toContain('first: 3/4 passed (75%)\n');
  expect(stdout).toContain('  ✕ c3 · run run-3\n    good: score 0.00\n');
  expect(stdout).not.toContain('loaded');
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'loaded\nloaded\n' });
  const report = JSON.parse(readFileSync(path.join(cwd, '.toolwright/evals/first/report.json'), 'utf8'));
  expect(report.totals).toMatchObject({ passed: 3, failed: 1 });
  expect(readFileSync(path.join(cwd, '.toolwright/evals/.gitignore'), 'utf8')).toBe('*\n');
});

it('selects cases and tags, and fails below a share', async () => {
  const cwd = project({
    'a.eval.js': evalFile('first'),
    'b.eval.js': evalFile('second', 'cases: [cases[0]]'),
  });
  expect(await evaluate(cwd, 'a.eval.js', '--tag', 'low')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('2/2'),
  });
  const one = await evaluate(cwd, '--case', 'c2', '--case', 'c3', '--no-cache');
  expect(one).toMatchObject({ code: 1, stdout: expect.stringContaining('first: 1/2') });
  expect(one.stdout).not.toContain('second');
  expect(await evaluate(cwd, 'a.eval.js', '--fail-under', '75%')).toMatchObject({ code: 0 });
  expect(await evaluate(cwd, 'a.eval.js', '--fail-under', '0.8', '--repetitions', '2')).toMatchObject({
    ...{
      code: 1,
      stdout: expect.stringContaining('6/8 passed (75%), 4 from the cache\npass@2 75% · 4 cases'),
    },
  });
});

it('writes the reports that are asked for', async () => {
  const cwd = project({ 'a.eval.js': evalFile('first') });
  const { stdout, stderr } = await evaluate(cwd, '--report', 'json,junit,markdown', '--out', 'out');
  expect(stdout).toBe('');
  expect(stderr).toBe('loaded\nWrote out/report.json.\nWrote out/junit.xml.\nWrote out/report.md.\n');
  expect(JSON.parse(readFileSync(path.join(cwd, 'out/report.json'), 'utf8'))).toHaveLength(1);
  expect(readFileSync(path.join(cwd, 'out/junit.xml'), 'utf8')).toContain('failures="1"');
  expect(readFileSync(path.join(cwd, 'out/report.md'), 'utf8')).toContain('### first: 3/4 passed');
});

it('compares with a baseline, and fails only if a result is worse beyond chance', async () => {
  const cases = (bad: number) =>
    `cases: Array.from({ length: 20 }, (_, i) => ({ id: 'c' + i, input: 'x' + i })), scorers: [{ name: 'good', version: '1', score: ({ case: { id } }) => Number(id.slice(1)) >= ${bad} }], version: '${bad}'`;
  const cwd = project({ 'a.eval.js': evalFile('first', cases(2)) });
  await evaluate(cwd, '--save-baseline', 'base.json');
  const text = readFileSync(path.join(cwd, 'base.json'), 'utf8');
  expect(await evaluate(cwd, '--baseline', 'base.json', '--save-baseline', 'again.json')).toMatchObject({
    code: 0,
  });
  expect(readFileSync(path.join(cwd, 'again.json'), 'utf8')).toBe(text);
  // A module is loaded once in a process, so the changed evals have files of their own.
  writeFiles(cwd, {
    'slightly.eval.js': evalFile('first', cases(4)),
    'worse.eval.js': evalFile('first', cases(12)),
  });
  expect(await evaluate(cwd, 'slightly.eval.js', '--baseline', 'base.json')).toMatchObject({
    ...{ code: 0, stdout: expect.stringContaining('not distinguishable') },
  });
  expect(await evaluate(cwd, 'worse.eval.js', '--baseline', 'base.json')).toMatchObject({
    ...{ code: 1, stdout: expect.stringMatching(/total: 0\.90 → 0\.40 \(−0\.50, 95%: .*: worse\n/) },
  });
});

// L5
it('fails for a failed gate and for a failed case that the baseline does not have, whatever the comparison says', async () => {
  const agent = (version: string, bad: string) =>
    `version: '${version}', cases: Array.from({ length: 20 }, (_, i) => ({ id: 'c' + i, input: 'x' + i })).concat(${bad})`;
  const gate = (version: string, failing: string) =>
    `${agent(version, '[]')}, scorers: [good, { name: 'gate.canaries', version: '1', score: ({ case: { id } }) => id !== '${failing}' }]`;
  const cwd = project({
    'a.eval.js': evalFile('first', gate('1', '')),
    'b.eval.js': evalFile('first', gate('2', 'c5')),
    'c.eval.js': evalFile('second', agent('1', '[]')),
    'd.eval.js': evalFile('second', agent('2', "[{ id: 'new', input: '3' }]")),
  });
  await evaluate(cwd, 'a.eval.js', '--save-baseline', 'a.json');
  await evaluate(cwd, 'c.eval.js', '--save-baseline', 'c.json');
  expect(await evaluate(cwd, 'a.eval.js', '--baseline', 'a.json')).toMatchObject({ code: 0 });
  const one = await evaluate(cwd, 'b.eval.js', '--baseline', 'a.json');
  expect(one).toMatchObject({ code: 1, stdout: expect.not.stringContaining(': worse') });
  expect(await evaluate(cwd, 'c.eval.js', '--baseline', 'c.json')).toMatchObject({ code: 0 });
  expect(await evaluate(cwd, 'd.eval.js', '--baseline', 'c.json')).toMatchObject({ code: 1 });
});

// L4
it('removes the reports of an earlier run, and lets no other process write to its folder', async () => {
  const cwd = project({
    'a.eval.js': evalFile('junit.xml'),
    'b.eval.js': evalFile('lock', 'cases: [cases[0]]'),
    'out/report.json': 'old',
    'out/junit.xml': 'old',
    'out/junit.xml-eval/report.json': 'old',
  });
  expect(await evaluate(cwd, '--out', 'out', '--report', 'markdown')).toMatchObject({ code: 1 });
  expect(existsSync(path.join(cwd, 'out/report.json'))).toBe(false);
  expect(existsSync(path.join(cwd, 'out/junit.xml'))).toBe(false);
  expect(existsSync(path.join(cwd, 'out/lock'))).toBe(false);
  expect(readFileSync(path.join(cwd, 'out/junit.xml-eval/report.json'), 'utf8')).not.toBe('old');
  writeFiles(cwd, { 'out/lock': JSON.stringify({ pid: 1, host: 'elsewhere', id: 'x' }) });
  const { code, stderr } = await evaluate(cwd, '--out', 'out', '--report', 'junit');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('Process 1 on elsewhere is writing to'),
  });
  expect(existsSync(path.join(cwd, 'out/report.md'))).toBe(true);
});

// L6
it('says with --mutate what the texts of the tools are worth', async () => {
  const agent = `agent: ({ tools }) => ({
    async run(input) {
      const source = tools({ listTools: () => [
        { name: 'find', description: 'Finds orders.', parameters: { type: 'object', properties: {} }, annotations: {} },
        { name: 'rest', description: 'Rests.', parameters: { type: 'object', properties: {} }, annotations: {} },
      ], execute: async () => ({ result: 1, error: null }) });
      const tool = source.listTools().find(({ description }) => description.includes('orders'));
      const call = { callId: 'c', name: tool?.name, arguments: '{}', durationMs: 0, outcome: { result: 1, error: null } };
      return { ...(await agent().run(input)), finalResponse: tool ? 'Found it.' : '3', toolCalls: tool ? [call] : [] };
    },
  }), fingerprint: undefined`;
  const cwd = project({ 'a.eval.js': evalFile('first', agent) });
  const { code, stdout } = await evaluate(cwd, '--mutate', 'descriptions');
  expect(stdout).toContain('first: 4/4 passed (100%)');
  expect(stdout).toMatch(
    /find: description removed +4 +100% +0%\n +find: description swapped +4 +100% +0%\n +find: name removed +4 +100% +100%/,
  );
  expect(stdout).toContain('used: 1 of 2 tools');
  expect(stdout).toContain('tools that no case calls: rest');
  expect(code).toBe(0);
});

it('does not take a baseline without the eval for a success', async () => {
  const cwd = project({ 'a.eval.js': evalFile('first'), 'base.json': '{"version":1,"evals":{}}' });
  const { code, stdout } = await evaluate(cwd, '--baseline', 'base.json');
  expect(stdout).toContain('  total: nothing to compare\n');
  expect(stdout).toContain('  New: c1, c2, c3, c4.\n');
  expect(code).toBe(1);
});

it('does not take a comparison of few cases for a success, and creates no folder where it cannot', async () => {
  const cwd = project({ 'a.eval.js': evalFile('first') });
  await evaluate(cwd, '--save-baseline', 'base.json');
  const { code, stdout } = await evaluate(cwd, '--baseline', 'base.json');
  expect(stdout).toContain('Fewer than six cases can be compared: too few for a verdict.');
  expect(code).toBe(1);
  if (existsSync('/proc')) expect(await evaluate(cwd, '--out', '/proc/x')).toMatchObject({ code: 2 });
});

it('exits with 2 if something could not be evaluated, and says what', async () => {
  const cwd = project({
    'a.eval.js': evalFile(
      'first',
      "cases: [...cases, { id: 'c5', input: 'down' }, { id: 'c1', input: 'x' }]",
    ),
    'b.eval.js': 'export default { name: "not an eval" };',
    'c.eval.js': 'throw new Error("Broken module.");',
    'd.eval.js': evalFile('first'),
  });
  const { code, stdout, stderr } = await evaluate(cwd);
  expect(code).toBe(2);
  expect(stdout).toContain("  case 6, c1: The id 'c1' is that of case 1.\n  c5 #1: The network is down.\n");
  expect(stderr).toContain('The default export of b.eval.js is not an eval.');
  expect(stderr).toContain('c.eval.js could not be loaded: Error: Broken module.');
  expect(stderr).toContain("The eval 'first' of d.eval.js has the name of one in a.eval.js.");
  const stopped = await evaluate(
    cwd,
    'd.eval.js',
    '--budget-tokens',
    '100',
    '--concurrency',
    '1',
    '--no-cache',
  );
  expect(stopped).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('c2 #1: The budget of 100 tokens is spent.'),
  });
});

it('writes into every report that a file crashes, and that an eval cannot begin', async () => {
  const cwd = project({
    'a.eval.js': evalFile('first', 'cases: [cases[0]]'),
    'b.eval.js': 'throw new Error("Broken module.");',
    'c.eval.js': evalFile('third', 'get cases() { throw new Error("Bad <cases>."); }'),
    'd.eval.js': evalFile('first'),
  });
  const args = ['--report', 'table,json,junit,markdown', '--out', 'out', '--save-baseline', 'base.json'];
  writeFiles(cwd, { 'base.json': 'old' });
  const { code, stdout, stderr } = await evaluate(cwd, ...args);
  expect(code).toBe(2);
  expect(stdout).toMatch(/^first: 1\/1 passed/);
  const read = (file: string) => readFileSync(path.join(cwd, file), 'utf8');
  const reports: { eval: string; missing: { kind: string; place: string; reason: string }[] }[] = JSON.parse(
    read('out/report.json'),
  );
  const found = reports.flatMap(({ eval: name, missing }) =>
    missing.map(({ kind, place, reason }) => `${name} ${kind} ${place}: ${reason.split('\n')[0]}`),
  );
  expect(found).toEqual([
    'b.eval.js eval b.eval.js: INVALID_CONFIG: b.eval.js could not be loaded: Error: Broken module.',
    'third eval c.eval.js: Bad <cases>.',
    "first eval d.eval.js: INVALID_CONFIG: The eval 'first' of d.eval.js has the name of one in a.eval.js.",
  ]);
  const xml = read('out/junit.xml');
  expect(xml.match(/<error /g)).toHaveLength(3);
  expect(xml).toContain('<testsuite name="b.eval.js" tests="1" failures="0" errors="1"');
  expect(xml).toContain(
    '<testcase classname="third" name="c.eval.js">\n      <error message="Bad &lt;cases&gt;."/>',
  );
  expect(read('out/report.md')).toContain('| c.eval.js | Bad &lt;cases&gt;. |');
  // A baseline of an incomplete run would excuse what is missing.
  expect(read('base.json')).toBe('old');
  expect(stderr).toContain('Did not write base.json: something could not be evaluated.\n');
  await evaluate(cwd, 'a.eval.js', 'c.eval.js', '--case', 'c1', '--report', 'junit', '--out', 'out');
  expect(read('out/junit.xml').match(/<testsuite name="\w+"/g)).toEqual([
    '<testsuite name="first"',
    '<testsuite name="third"',
  ]);
});

it.each([
  [['none.eval.js'], 'none.eval.js does not exist.'],
  [['empty'], 'There are no *.eval.ts.'],
  [['--case', 'c99'], "The eval has no case 'c99'."],
  [['--baseline', 'none.json'], 'Cannot read the baseline: '],
  [['--baseline', 'package.json'], 'package.json is not a baseline and not the report of an eval.'],
  [['--fail-under', '2'], 'A share must be a number from 0 to 1, or a percentage.'],
  [['--budget-cost', '-1'], 'must be a number above 0'],
  [['--report', 'html'], 'Allowed choices are table, json, junit, markdown.'],
  [['--save-baseline', 'b.json', '--case', 'c1'], 'cannot be used with option'],
])('refuses %j', async (args, message) => {
  const cwd = project({ 'a.eval.js': evalFile('first'), 'empty/x.txt': '' });
  const { code, stderr } = await evaluate(cwd, ...args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  expect(existsSync(path.join(cwd, 'b.json'))).toBe(false);
});
