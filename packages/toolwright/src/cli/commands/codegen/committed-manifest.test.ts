import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import path from 'node:path';
import { removeScratch, writeFiles } from '../../cli.test.support.js';
import { codegen, createProject, GENERATED, read } from './codegen.test.support.js';

afterAll(removeScratch);

const METHOD = (name: string, text = `Do ${name}.`): string => `
  /** ${text} */
  @tool
  ${name}(count: number): number {
    return count;
  }
`;
const CLASS = (name: string, ...methods: string[]): string =>
  `import { tool } from 'toolwright';\n\nexport class ${name} {${methods.map((one) => METHOD(one)).join('')}}\n`;

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
    cwd,
    encoding: 'utf8',
  });

/** The lines that differ between the committed manifest and the present one, without their signs. */
function changedLines(folder: string): string[] {
  const diff = git(folder, 'diff', '--unified=0', '--', GENERATED);
  return diff.split('\n').filter((line) => /^[-+](?![-+])/.test(line));
}

async function committed(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = createProject(files);
  await codegen(folder);
  git(folder, 'init', '-q', '-b', 'main');
  commit(folder);
  return folder;
}

function commit(folder: string): void {
  git(folder, 'add', 'src');
  git(folder, 'commit', '-q', '-m', 'change');
}

// M8
describe('the committed manifest', () => {
  const FILES = { 'src/a.ts': CLASS('Alpha', 'open', 'read'), 'src/b.ts': CLASS('Beta', 'send', 'walk') };

  it.each([
    ['a comment', { 'src/a.ts': `// One.\n// Two.\n${FILES['src/a.ts']}` }],
    ['the body of a method', { 'src/a.ts': FILES['src/a.ts'].replaceAll('count;', 'count + 1;') }],
    ['another order of methods', { 'src/a.ts': CLASS('Alpha', 'read', 'open') }],
    ['line endings', { 'src/a.ts': FILES['src/a.ts'].replaceAll('\n', '\r\n') }],
    ['another file without tools', { 'src/0.ts': 'export const zero = 0;\n' }],
  ])('stays as it is: %s', async (_, files) => {
    const folder = await committed(FILES);
    writeFiles(folder, files);
    expect((await codegen(folder, '--check')).code).toBe(0);
    await codegen(folder);
    expect(changedLines(folder)).toEqual([]);
  });

  it('changes in the line of the import only, if a file is renamed', async () => {
    const folder = await committed(FILES);
    renameSync(path.join(folder, 'src/a.ts'), path.join(folder, 'src/c.ts'));
    await codegen(folder);
    expect(changedLines(folder).toSorted()).toEqual([
      "+import { Alpha } from './c.js';",
      "-import { Alpha } from './a.js';",
    ]);
  });

  it('gets only the lines of a tool that is added at the top of its class', async () => {
    const folder = await committed(FILES);
    writeFiles(folder, { 'src/a.ts': CLASS('Alpha', 'other', 'open', 'read') });
    await codegen(folder);
    const changed = changedLines(folder);
    expect(changed.filter((line) => line.startsWith('-'))).toEqual([]);
    expect(changed.length).toBeGreaterThan(10);
  });

  it.each([
    ['far apart, which merge by themselves', 'alpha', 'zulu', false],
    ['side by side, whose conflict codegen solves', 'pA', 'pB', true],
  ])('joins tools of two branches: names %s', async (_, ours, theirs, isConflict) => {
    const folder = await committed(FILES);
    git(folder, 'checkout', '-q', '-b', 'theirs');
    writeFiles(folder, { 'src/b.ts': CLASS('Beta', 'send', 'walk', theirs) });
    await codegen(folder);
    commit(folder);
    git(folder, 'checkout', '-q', 'main');
    writeFiles(folder, { 'src/a.ts': CLASS('Alpha', 'open', 'read', ours) });
    await codegen(folder);
    commit(folder);
    const merge = () => git(folder, 'merge', '-q', '--no-edit', 'theirs');
    if (isConflict) expect(merge).toThrow(/CONFLICT|Command failed/);
    else merge();
    expect(read(folder).includes('<<<<<<<')).toBe(isConflict);
    const check = await codegen(folder, '--check');
    expect([check.code, check.stderr]).toEqual(
      isConflict ? [1, expect.stringContaining('npx toolwright codegen')] : [0, ''],
    );
    await codegen(folder);
    for (const name of [ours, theirs, 'open', 'walk']) expect(read(folder)).toContain(`name: '${name}'`);
    expect(read(folder)).not.toMatch(/^(<{7}|={7}|>{7})/m);
    expect((await codegen(folder, '--check')).code).toBe(0);
  });
});
