import { createScratch, PROJECT_FILES, removeScratch, runCli, writeFiles } from '../../cli.test.support.js';

afterAll(removeScratch);

// Without types of Node.js: the table finds its modules by their names.
const FILES = `// @ts-nocheck
import { readFileSync, writeFileSync } from 'node:fs';
import { tool } from 'toolwright';

function save(name: string): void {
  writeFileSync(name, '');
}

/** Read a file. */
export const read = tool((name: string): string => readFileSync(name, 'utf8'));

/** Look at a file. */
export const look = tool({ readOnly: true }, (name: string): void => save(name));
`;

const TYPES = `
export declare function tool<F extends (...args: never[]) => unknown>(fn: F): F;
export declare function tool<F extends (...args: never[]) => unknown>(options: object, fn: F): F;
export declare class ToolRegistry { register(tool: object): this }
export declare class Agent { constructor(options: { name: string; toolRegistry: ToolRegistry }) }
`;

const AGENTS = `// @ts-nocheck
import { readFileSync } from 'node:fs';
import { Agent, tool, ToolRegistry } from 'toolwright';

/** Read a file. */
export const read = tool((name: string): string => readFileSync(name, 'utf8'));
/** Fetch a page. */
export const page = tool((url: string): Promise<string> => fetch(url).then(String));

export const desk = new Agent({ name: 'desk', toolRegistry: new ToolRegistry().register(read).register(page) });
`;

const FLOWS = `agent desk src/agents.ts:10
├─ private data
│    read: fs.read  src/agents.ts:6  readFileSync(name, 'utf8')
├─ untrusted content
│    page: net  src/agents.ts:8  fetch(url)
├─ ways out
│    page: net  src/agents.ts:8  fetch(url)
└─ all three
`;

function createProject(): string {
  return createScratch({
    ...PROJECT_FILES,
    'node_modules/toolwright/index.d.ts': TYPES,
    'src/files.ts': FILES,
  });
}

// G1, G2
describe('toolwright effects', () => {
  it('prints what each tool can do, and fails if the code contradicts a hint', async () => {
    const cwd = createProject();
    const { code, stdout, stderr } = await runCli(['effects', '--suggest'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toBe(`look src/files.ts:13
├─ fs.write
│    src/files.ts:13  save(name)
│    src/files.ts:6  writeFileSync(name, '')
├─ readOnly: true is contradicted
└─ suggestion: openWorld: false

read src/files.ts:10
├─ fs.read
│    src/files.ts:10  readFileSync(name, 'utf8')
├─ suggestion: readOnly: true
└─ suggestion: openWorld: false
`);
    expect(stderr).toContain(
      'src/files.ts:13:14 - error TW6001: The tool `look` declares `readOnly: true`, but it writes files: `save(name)` (src/files.ts:13) → ',
    );

    const one = await runCli(['effects', 'read', '--format', 'json'], { cwd });
    expect(one.code).toBe(0);
    expect(JSON.parse(one.stdout)).toEqual({
      tools: [
        {
          name: 'read',
          file: 'src/files.ts',
          line: 10,
          effects: [
            {
              effect: 'fs.read',
              path: [{ file: 'src/files.ts', line: 10, text: "readFileSync(name, 'utf8')" }],
            },
          ],
          hints: [],
          suggestions: [
            { hint: 'readOnly', value: true },
            { hint: 'openWorld', value: false },
          ],
        },
      ],
      diagnostics: [],
    });

    const sarif = JSON.parse((await runCli(['effects', '--format', 'sarif'], { cwd })).stdout);
    expect(sarif.runs[0].results).toMatchObject([{ ruleId: 'TW6001', level: 'error' }]);
    const github = await runCli(['effects', '--format', 'github'], { cwd });
    expect(github.stdout).toMatch(/^::error file=src\/files\.ts,line=13,col=14,endColumn=18,title=TW6001::/);
  });

  it('shows what the tools of an agent can do together, and fails if that is forbidden', async () => {
    const cwd = createScratch({
      ...PROJECT_FILES,
      'node_modules/toolwright/index.d.ts': TYPES,
      'src/agents.ts': AGENTS,
    });
    const shown = await runCli(['effects', '--flows'], { cwd });
    expect(shown).toMatchObject({ code: 0, stdout: FLOWS });
    expect(shown.stderr).toMatch(/^src\/agents\.ts:10:21 - warning TW6005: The agent `desk` has all three: /);
    const failed = await runCli(['effects', '--forbid', 'trifecta', '--format', 'json'], { cwd });
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      flows: [{ kind: 'agent', name: 'desk', tools: ['page', 'read'], trifecta: 'yes', separated: false }],
      diagnostics: [{ code: 'TW6005', severity: 'error' }],
    });
    // What is certain is worse than what is possible.
    expect((await runCli(['effects', '--forbid', 'unknown'], { cwd })).code).toBe(1);
    expect((await runCli(['effects', '--flows'], { cwd })).code).toBe(0);
    expect(await runCli(['effects', '--forbid', 'everything'], { cwd })).toMatchObject({ code: 2 });
    const table = await runCli(['effects', '--format', 'markdown'], { cwd });
    expect(table.stdout).toMatch(
      /^\| agent or registry \| .*\n\| --- .*\n\| agent `desk`<br>src\/agents\.ts:10 \| read: fs\.read /,
    );
  });

  it('refuses a tool that does not exist', async () => {
    expect(await runCli(['effects', 'raed'], { cwd: createProject() })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error UNKNOWN_TOOL: .*'raed'.*\n {2}fix: .*'read'/),
    });
  });

  it('is part of codegen --effects, which writes nothing after a contradiction', async () => {
    const cwd = createProject();
    const { code, stdout, stderr } = await runCli(['codegen', '--effects'], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/error TW6001: [\s\S]+\n1 error\.\nNothing was written: /);
    writeFiles(cwd, { 'src/files.ts': FILES.replace('{ readOnly: true }, ', '') });
    expect(await runCli(['codegen', '--effects'], { cwd })).toMatchObject({
      code: 0,
      stdout: 'Wrote src/toolwright.gen.ts, 2 tools.\n',
    });
  });
});
