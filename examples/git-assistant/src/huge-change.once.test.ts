import { execFile, execFileSync } from 'node:child_process';
import { isCritic, startModel, type TestModel } from './model.test.support.js';
import { createProgram, type Program } from './program.test.support.js';
import { createRepository, TEST_ENVIRONMENT, type TestRepository } from './repository.test.support.js';

const MEGABYTE = 1_000_000;
const FILES = 100_000;
/** By a word of the request. */
const ANSWERS: Readonly<Record<string, object>> = {
  Critique: { requiresRevision: false, issues: [], revisionPrompt: '', confidence: 1 },
  ChangePlan: { about: 'Many files.', groups: [] },
  GeneratedMessage: { emoji: null, title: 'Change everything', message: '' },
  SemanticBlame: { file: 'long.ts', line: 1, commits: [], explanation: 'New.' },
  Review: { summary: 'Read.', findings: [], strengths: [], verdict: 'comment' },
};
let program: Program;
let repository: TestRepository;
let model: TestModel;
beforeAll(async () => {
  program = await createProgram();
});
beforeEach(async () => {
  model = await startModel((request) => {
    const text = isCritic(request)
      ? 'Critique'
      : JSON.stringify([request.messages[0], request.response_format]);
    const kind = Object.keys(ANSWERS).find((name) => text.includes(name)) ?? '';
    return { content: JSON.stringify(ANSWERS[kind]) };
  });
});
afterEach(async () => {
  await model.stop();
  repository.dispose();
});

/** The command in its own process, which reports its peak of memory at the end. */
function run(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string; peak: number }> {
  const meter = `process.on('exit', () => process.stderr.write(\`\\n\${process.resourceUsage().maxRSS}\`));`;
  const all = ['--import', `data:text/javascript,${encodeURIComponent(meter)}`, program.file, ...args];
  const env = { ...TEST_ENVIRONMENT, ...model.env };
  return new Promise((resolve) => {
    execFile(process.execPath, all, { cwd: repository.root, env }, (error, stdout, stderr) => {
      const kilobytes = Number(stderr.split('\n').at(-1));
      resolve({ code: error?.code ?? 0, stdout, stderr, peak: kilobytes * 1024 });
    });
  });
}

const largestRequest = () => Math.max(...model.requests.map((request) => JSON.stringify(request).length));

/** Commits these files, stages another version of all, and leaves the folder empty, as a sparse checkout does. */
function stageMany(): void {
  const text = (version: number, file: number) => `export const value${file} = ${version};\n`.repeat(3);
  const blob = (content: string) => `data ${content.length}\n${content}`;
  const commits = [0, 1].map((version) => {
    const files = Array.from(
      { length: FILES },
      (_, file) => `M 100644 inline src/folder${file % 300}/file${file}.ts\n${blob(text(version, file))}`,
    );
    const from = version === 0 ? '' : 'from refs/heads/main\n';
    return `commit refs/heads/${version === 0 ? 'main' : 'next'}\ncommitter A <a@b.c> 1 +0000\n${blob('One')}\n${from}${files.join('\n')}\n`;
  });
  const options = { cwd: repository.root, env: TEST_ENVIRONMENT };
  execFileSync('git', ['fast-import', '--quiet'], { ...options, input: commits.join('') });
  repository.git('read-tree', 'next');
  const paths = execFileSync('git', ['ls-files', '-z'], { ...options, maxBuffer: 100 * MEGABYTE });
  execFileSync('git', ['update-index', '--skip-worktree', '-z', '--stdin'], { ...options, input: paths });
}

// E15
describe('a staged change', () => {
  it('of 100,000 files takes bounded memory and requests, and the user learns what was not read', async () => {
    repository = createRepository();
    stageMany();
    const commit = await run('commit');
    expect(commit).toMatchObject({ code: 0, stdout: 'Change everything\n' });
    expect(model.requests).toHaveLength(1);
    const review = await run('review', '--staged');
    expect(review.code).toBe(0);
    expect(review.stdout).toMatch(
      /^# Review: comment\n\nRead\.\n\n## Not reviewed\n\n(?:- src\/folder\S+\n){50}- \d{5} more files\n$/,
    );
    expect(review.stderr).toMatch(/^Warning: Not read to the end: (?:\S+, ){20}and \d{5} more\./m);
    expect(model.requests.length).toBeLessThan(50);
    expect(largestRequest()).toBeLessThan(60_000);
    for (const { peak } of [commit, review]) expect(peak).toBeLessThan(600 * MEGABYTE);
  });

  it('with a line of 50 MB takes bounded memory and requests, and the other file is shown', async () => {
    repository = createRepository({ 'a.ts': 'export const a = 1;\n' });
    repository.git('config', 'core.compression', '0');
    repository.write('long.ts', `export const data = '${'0123456789'.repeat(5 * MEGABYTE)}';\n`);
    repository.write('a.ts', 'export const a = 2;\n');
    repository.git('add', '--all');
    const finished = [await run('commit'), await run('review'), await run('blame', 'long.ts:1')];
    for (const { code, stderr } of finished) expect({ code, stderr }).toEqual({ code: 0, stderr });
    const [first] = model.requests;
    expect(JSON.stringify(first)).toContain('export const a = 2;');
    expect(largestRequest()).toBeLessThan(60_000);
    for (const { peak } of finished) expect(peak).toBeLessThan(600 * MEGABYTE);
  });
});
