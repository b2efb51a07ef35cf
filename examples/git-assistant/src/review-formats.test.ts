import { validateSarif as validate } from '../../../packages/program/src/diagnostics/sarif-schema.test.support.js';
import { runCommand } from './cli.test.support.js';
import { startModel } from './model.test.support.js';
import { createRepository, type TestRepository } from './repository.test.support.js';

const ODD = 'src/a b#1?,ü:%41.ts';
const HOSTILE = 'x\n::error file=b::pwned\r\n##[add-mask]e %0A::set-output \u202eabc\u0007 "\u2028';
let repository: TestRepository;
beforeEach(() => {
  repository = createRepository({ [ODD]: '1\n' });
  repository.write(ODD, '1\nif (late) {\n  stop();\n}\n');
});
afterEach(() => repository.dispose());

async function review(answer: object | string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const model = await startModel(() => ({
    content: typeof answer === 'string' ? answer : JSON.stringify(answer),
  }));
  const options = { cwd: repository.root, env: { ...model.env, ...env } };
  const finished = await runCommand(['--no-critic', 'review', ...args], options);
  await model.stop();
  return finished;
}

const finding = (given: object) => ({
  ...{ severity: 'low', category: 'bug', file: ODD, line: 2, title: 'T', body: 'B', suggestion: '' },
  ...given,
});
const reviewOf = (...findings: object[]) => ({
  ...{ summary: 'S', findings: findings.map(finding), strengths: ['Short'], verdict: 'request-changes' },
  notReviewed: ['The tests'],
});
const SEVERAL = reviewOf(
  { evidence: 'if (late) {\n  stop();', endLine: 4, confidence: 0.5 },
  { severity: 'medium', category: 'style', line: null, suggestion: 'Do it.' },
  { severity: 'critical', title: HOSTILE, body: HOSTILE, suggestion: HOSTILE, evidence: HOSTILE },
  { severity: 'high', title: HOSTILE, evidence: '' },
  { severity: 'high', title: HOSTILE, evidence: '' },
);

describe('review --format sarif', () => {
  it('gives a log that is valid under the schema of SARIF 2.1.0, also with hostile text', async () => {
    const { code, stdout } = await review(SEVERAL, ['--format', 'sarif']);
    const log = JSON.parse(stdout);
    expect([code, validate(log), validate.errors]).toEqual([0, true, null]);
    const [run] = log.runs;
    expect(run.tool.driver).toMatchObject({ name: 'git-assistant', version: expect.stringMatching(/^\d/) });
    expect(run.properties).toMatchObject({ verdict: 'request-changes', notReviewed: ['The tests'] });
    for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
    expect(run.results.map(({ level }: { level: string }) => level)).toEqual([
      ...['note', 'warning', 'error', 'error', 'error'],
    ]);
    const { artifactLocation, region } = run.results[0].locations[0].physicalLocation;
    expect(region).toEqual({ startLine: 2, endLine: 4, snippet: { text: 'if (late) {\n  stop();' } });
    expect(artifactLocation.uri).toBe('src/a%20b%231%3F%2C%C3%BC%3A%2541.ts');
    expect(decodeURIComponent(artifactLocation.uri)).toBe(ODD);
    expect(run.results[2].message.text).toBe(`${HOSTILE}\n\n${HOSTILE}\n\nSuggestion: ${HOSTILE}`);
    expect(run.results[2].properties).toMatchObject({ evidenceFound: false, evidence: HOSTILE });
    for (const hidden of ['##[', '\u0007', '\u202e', '\u2028']) expect(stdout).not.toContain(hidden);
  });

  it('names a finding by its code, so that the next review does not report it twice', async () => {
    const prints = async (...findings: object[]) => {
      const [run] = JSON.parse((await review(reviewOf(...findings), ['--format', 'sarif'])).stdout).runs;
      return run.results.map((one: { partialFingerprints: object }) =>
        JSON.stringify(one.partialFingerprints),
      );
    };
    const evidence = 'if (late) {';
    const [first, repeated, other] = await prints({ evidence }, { evidence }, { evidence: 'stop();' });
    expect(new Set([first, repeated, other]).size).toBe(3);
    repository.write(ODD, '0\n0\n0\n0\n0\n0\n0\n0\n0\nif (late)   {\n  stop();\n}\n');
    const again = await prints({
      evidence: 'if (late)   {',
      line: 10,
      title: 'In other words',
      severity: 'high',
    });
    expect(again).toEqual([first]);
  });
});

describe('review --format github', () => {
  it('annotates lines, and no text becomes a command of its own', async () => {
    const { code, stdout } = await review(SEVERAL, ['--format', 'github']);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    const place = 'file=src/a b#1?%2Cü%3A%2541.ts';
    expect(lines.map((line) => line.slice(0, line.indexOf('::', 2)))).toEqual([
      '::notice title=Review%3A request-changes',
      expect.stringMatching(
        `^::error ${place.replace('?', '\\?')},line=2,title=critical \\(bug\\)%3A x%0A%3A%3Aerror file=b`,
      ),
      ...[1, 2].map(() => expect.stringContaining(`::error ${place},line=2,title=high`)),
      `::warning ${place},title=medium (style)%3A T`,
      `::notice ${place},line=2,endLine=4,title=low (bug)%3A T`,
    ]);
    expect(lines[0]).toMatch(/::S%0ANot reviewed: The tests$/);
    expect(lines[1]).toContain('%0A::error file=b::pwned<U+000D>%0A##[add-mask]e %250A');
    expect(lines[4]).toMatch(/::B%0ASuggestion: Do it\.$/);
    for (const hidden of ['\r', '\u0007', '\u202e', '\u2028']) expect(stdout).not.toContain(hidden);
  });

  it('keeps commands out of the messages of a job, in any format', async () => {
    const hostile = reviewOf({ file: 'nope', title: HOSTILE });
    const plain = await review(hostile, []);
    expect(plain.stderr).toMatch(/^::error file=b::pwned$/m);
    const job = await review(hostile, [], { GITHUB_ACTIONS: 'true' });
    expect(job.stderr).not.toMatch(/^\s*::|##\[/m);
    expect(job.stderr).toContain('\n: :error file=b::pwned\n# #[add-mask]');
    expect(job.stdout).toBe(plain.stdout);
  });
});

describe('review --format', () => {
  it('json is the object of --json, and contradicts nothing else', async () => {
    const [one, other] = [await review(SEVERAL, ['--format', 'json']), await review(SEVERAL, ['--json'])];
    expect(JSON.parse(one.stdout)).toEqual({ ...JSON.parse(other.stdout), durationMs: expect.any(Number) });
    expect(await review(SEVERAL, ['--json', '--format', 'sarif'])).toMatchObject({
      code: 2,
      stderr: '--json and --format sarif contradict each other.\nLeave one of them out.\n',
    });
    expect((await review(SEVERAL, ['--format', 'xml'])).code).toBe(2);
  });

  it('gives a valid document for an answer in prose, and says so', async () => {
    const sarif = await review(HOSTILE, ['--format', 'sarif']);
    const log = JSON.parse(sarif.stdout);
    expect([sarif.code, validate(log), validate.errors, log.runs[0].results]).toEqual([0, true, null, []]);
    expect(log.runs[0].invocations[0]).toMatchObject({ executionSuccessful: false });
    const github = await review(HOSTILE, ['--format', 'github']);
    expect(github.stdout).toMatch(/^::notice title=Review::x%0A::error .*\n$/);
    for (const { stderr } of [sarif, github])
      expect(stderr).toContain('Warning: The answer is no Review, so it has no findings.');
  });
});

describe('review --fail-on', () => {
  it.each([
    ['never', { severity: 'critical' }, 0],
    ['high', { severity: 'medium' }, 0],
    ['high', { severity: 'high' }, 4],
    ['high', { severity: 'critical' }, 4],
    ['low', { severity: 'low' }, 4],
    ['high', { severity: 'critical', evidence: 'is not there' }, 0],
    ['high', { severity: 'critical', file: 'nope' }, 0],
  ])('%s with %j ends with %j', async (severity, given, code) => {
    const finished = await review(reviewOf(given), ['--fail-on', severity]);
    expect(finished.code).toBe(code);
    expect(finished.stdout).toContain('# Review: request-changes');
    expect(finished.stderr.includes('1 finding of severity')).toBe(code === 4);
  });

  it('passes no job whose change was not judged', async () => {
    expect(await review('All is well.', ['--fail-on', 'high'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The answer is no Review, so nothing is known about its findings.'),
    });
    const scripted = await runCommand(['review', '--fail-on', 'high'], { cwd: repository.root });
    expect(scripted).toMatchObject({ code: 3, stderr: expect.stringContaining('the model is scripted') });
  });
});
