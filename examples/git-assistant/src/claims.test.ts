import { runCommand } from './cli.test.support.js';
import { isCritic, startModel } from './model.test.support.js';
import { createRepository, type TestRepository } from './repository.test.support.js';

let repository: TestRepository;
beforeEach(() => {
  repository = createRepository({ a: '1\n2\n3\n4\n', old: 'x\n' });
  repository.write('a', '1\n2\n3\n4\n5\n');
  repository.git('rm', '--quiet', 'old');
  repository.git('add', 'a');
});
afterEach(() => repository.dispose());

async function answer(value: object, ...args: string[]) {
  const model = await startModel((request) =>
    isCritic(request)
      ? { content: '{"requiresRevision": false, "issues": [], "confidence": 1}' }
      : { content: JSON.stringify(value) },
  );
  const finished = await runCommand(args, { cwd: repository.root, env: model.env });
  await model.stop();
  return finished;
}

const finding = (file: string, line: number | null, title: string) => ({
  ...{ severity: 'high', category: 'bug', file, line, title, body: 'b', suggestion: '' },
});

// E16
describe('what an answer claims', () => {
  it.each([
    ['what is staged', ['review', '--staged']],
    ['what is not committed', ['review']],
    ['commits', ['review', '--base', 'HEAD~1']],
  ])('is checked in a review of %s', async (_, args) => {
    if (args.includes('--base')) repository.git('commit', '--quiet', '-m', 'Change');
    const findings = [
      finding('a', 5, 'right'),
      finding('./a', 14_342, 'wrong line'),
      finding('a', 0, 'line zero'),
      finding('a', 1.5, 'half a line'),
      finding('old', 1, 'of a deleted file'),
      finding('nope/none.ts', 1, 'no such file'),
      finding('../a', 1, 'outside'),
      finding('', 1, 'no name'),
    ];
    const review = { summary: 's', findings, strengths: [], verdict: 'request-changes' };
    const { code, stdout, stderr } = await answer(review, ...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/### high: right\n\na:5 \(bug\)/);
    for (const title of ['wrong line', 'line zero', 'half a line'])
      expect(stdout).toContain(`### high: ${title}\n\na (bug)`);
    expect(stdout).toContain('### high: of a deleted file\n\nold (bug)');
    expect(stdout).not.toMatch(/no such file|outside|no name/);
    expect(stderr).toContain('Warning: "a" has 5 lines, so this finding has no line 14342: wrong line.');
    expect(stderr).toContain(
      'Warning: Left out: a finding about "nope/none.ts", which does not exist: no such file.',
    );
    expect(stderr).toContain('"../a", which does not exist: outside.');
  });

  it('is checked in a review: evidence, which moves or marks a finding', async () => {
    repository.write('a', '1\n2\n3\n4\n5\n  if (late) {\n    stop();\n  }\n7\n8\n9\n10\n11\n12\nstop();\n');
    const findings = [
      { ...finding('a', 6, 'is there'), endLine: 8, evidence: 'if (late) {\nstop();', confidence: 0.4 },
      {
        ...finding('a', 1, 'is elsewhere'),
        endLine: 2,
        evidence: '  if (late) {\n    stop();\n',
        confidence: 0.9,
      },
      { ...finding('a', 14_342, 'has a wrong line'), evidence: '7\t+    stop();' },
      { ...finding('a', 3, 'is invented'), evidence: 'eval(input)', confidence: 1 },
      { ...finding('old', null, 'is removed'), evidence: '-x' },
      { ...finding('a', 2, 'ends nowhere'), endLine: 99 },
      { ...finding('a', 1, 'is critical'), severity: 'critical' },
    ];
    const review = {
      summary: 's',
      findings,
      strengths: [],
      verdict: 'request-changes',
      notReviewed: ['b.ts: too long'],
    };
    const { stdout, stderr } = await answer(review, '--no-critic', 'review');
    const shown = stdout.split('### ').slice(1);
    expect(shown.map((one) => one.split('\n', 3).join(' '))).toEqual([
      'critical: is critical  a:1 (bug)',
      'high: is elsewhere  a:6-7 (bug, 90% sure)',
      'high: is there  a:6-8 (bug, 40% sure)',
      'high: has a wrong line  a:15 (bug)',
      'high: is removed  old (bug)',
      'high: ends nowhere  a:2 (bug)',
      'high: is invented  a:3 (bug, 100% sure)',
    ]);
    expect(shown[1]).toContain('\n\n      if (late) {\n        stop();\n\nb\n');
    expect(shown[6]).toContain('    eval(input)\n\nThe file does not have this text.\n');
    expect(stdout).toContain('## Not reviewed\n\n- b.ts: too long\n');
    expect(stderr.match(/Warning: (?!The model).*/g)).toEqual([
      'Warning: The evidence is at line 6 of "a", not at line 1, so this finding is moved: is elsewhere.',
      'Warning: The evidence is at line 15 of "a", not at line 14342, so this finding is moved: has a wrong line.',
      'Warning: The evidence is not in "a": is invented.',
      'Warning: "a" has 15 lines, so this finding has no line 99: ends nowhere.',
    ]);
    const { value } = JSON.parse((await answer(review, '--no-critic', '--json', 'review')).stdout);
    expect(value.findings.map((one: object) => 'evidenceFound' in one)).toEqual([
      ...[false, false, false, true, false, false, false],
    ]);
  });

  it('is checked in a review: a verdict that its findings contradict', async () => {
    const review = (file: string) => ({
      summary: 's',
      findings: [finding(file, 5, 'T')],
      strengths: [],
      verdict: 'approve',
    });
    const { stdout, stderr } = await answer(review('a'), 'review', '--staged');
    expect(stdout).toContain('# Review: request-changes');
    expect(stderr).toContain('The verdict was approve, but a finding is high.');
    expect((await answer(review('nope'), 'review', '--staged')).stdout).toContain('# Review: approve');
  });

  it('is told if a critique made the model take it back', async () => {
    const model = await startModel((request) => {
      const isRevision = request.messages.filter(({ role }) => role === 'user').length > 1;
      const critique = { requiresRevision: true, issues: [], revisionPrompt: 'Drop all.', confidence: 1 };
      const findings = isRevision ? [] : [finding('a', 5, 'A back door')];
      return {
        content: JSON.stringify(
          isCritic(request) ? critique : { summary: 's', findings, strengths: [], verdict: 'approve' },
        ),
      };
    });
    const { stderr } = await runCommand(['--critic', 'review', '--staged'], {
      cwd: repository.root,
      env: model.env,
    });
    await model.stop();
    expect(stderr).toContain('Warning: The revision left out or renamed: high, a:5: A back door');
  });

  it('is checked in a changelog: its commits', async () => {
    const id = repository.git('rev-parse', 'HEAD').trim();
    const added = [{ text: 'Begins', commits: [id.slice(0, 9), 'deadbeef', 'HEAD', '--all'] }];
    const { stdout, stderr } = await answer({ version: null, date: null, added }, 'changelog');
    expect(stdout).toContain(`- Begins (${id.slice(0, 7)})`);
    expect(stderr).toContain('Warning: Left out: the commit "deadbeef", which does not exist.');
    expect(stderr).toContain('the commit "HEAD", which');
  });

  it('is checked in an explanation of a line: place and commits', async () => {
    const id = repository.git('rev-parse', 'HEAD').trim();
    const commit = (hash: string) => ({ hash, author: 'Ada', date: '2026-01-01', reason: 'r' });
    const blame = { file: 'other', line: 9, commits: [commit(id), commit('0000000')], explanation: 'x' };
    const { stdout, stderr } = await answer(blame, 'blame', 'a:2');
    expect(stdout).toContain('# a:2');
    expect(stdout).toContain(id.slice(0, 7));
    expect(stdout).not.toContain('0000000');
    expect(stderr).toContain('the commit "0000000", which does not exist.');
  });
});
