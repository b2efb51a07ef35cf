import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDialogue } from './cli.test.support.js';
import { startModel, type TestModel } from './model.test.support.js';
import { createProgram, type Program } from './program.test.support.js';
import { createRepository, type TestRepository } from './repository.test.support.js';
import { CTRL_C, CTRL_D, inTerminal, openTerminal } from './terminal.test.support.js';

let program: Program;
let repository: TestRepository;
let model: TestModel | undefined;
const folder = mkdtempSync(join(tmpdir(), 'editor-'));
const editor = join(folder, 'my editor.sh');

beforeAll(async () => {
  program = await createProgram();
});
beforeEach(() => {
  writeFileSync(editor, '#!/bin/sh\nprintf "Edited by hand\\n\\n# kept\\nSigned-off-by: Ada\\n" > "$2"\n');
  chmodSync(editor, 0o755);
  repository = createRepository({ 'a.ts': '1\n' });
  repository.write('a.ts', '2\n');
  repository.git('add', 'a.ts');
});
afterEach(async () => {
  await model?.stop();
  repository.dispose();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

type Messages = readonly { title: string; message?: string }[];

/** The environment of the program, with a model that returns these messages in order. */
async function surroundings(messages: Messages) {
  let next = 0;
  model = await startModel(() => ({
    content: JSON.stringify({ emoji: null, message: '', ...messages[next++] }),
  }));
  return { cwd: repository.root, env: { ...model.env, VISUAL: `'${editor}' --wait` } };
}

/** The prompt of `commit --apply`, in this process. */
async function prompt(messages: Messages, ...flags: string[]) {
  return openDialogue(['commit', '--apply', ...flags], await surroundings(messages));
}

/** The same in a real terminal. */
async function promptInTerminal(messages: Messages) {
  const command = [process.execPath, program.file, 'commit', '--apply'];
  return openTerminal(command, await surroundings(messages));
}

const committed = () => repository.git('log', '-1', '--format=%B').trimEnd();

describe('the prompt before a commit', () => {
  it('commits after a yes', async () => {
    const terminal = await prompt([{ title: 'Count to two' }]);
    expect(await terminal.until('[c]hoose? ')).toContain('Count to two\n');
    terminal.type('y');
    expect(await terminal.exit()).toBe(0);
    expect(committed()).toBe('Count to two');
  });

  it('asks again after an answer that only begins like a yes', async () => {
    const terminal = await prompt([{ title: 'Count to two' }]);
    await terminal.until('[c]hoose? ');
    terminal.type('yesterday was better');
    expect(await terminal.until('make the commit')).toContain('y  make the commit');
    await terminal.until('[c]hoose? ');
    terminal.type('n');
    expect(await terminal.exit()).toBe(0);
    expect(committed()).toBe('Begin');
  });

  for (const [name, line] of [
    ['Enter', ''],
    ['no', 'no'],
  ] as const) {
    it(`commits nothing after ${name}`, async () => {
      const terminal = await prompt([{ title: 'Count to two' }]);
      await terminal.until('[c]hoose? ');
      terminal.type(line);
      expect(await terminal.exit()).toBe(0);
      expect(committed()).toBe('Begin');
    });
  }

  for (const [name, key, code] of [
    ['Ctrl-D', CTRL_D, 0],
    ['Ctrl-C', CTRL_C, 130],
  ] as const) {
    inTerminal(`commits nothing after ${name}`, async () => {
      const terminal = await promptInTerminal([{ title: 'Count to two' }]);
      await terminal.until('[c]hoose? ');
      terminal.type(key);
      expect(await terminal.exit()).toBe(code);
      expect(committed()).toBe('Begin');
    });
  }

  inTerminal("opens the user's editor, and commits the edited text byte for byte", async () => {
    const terminal = await promptInTerminal([{ title: 'Count to two' }]);
    await terminal.until('[c]hoose? ');
    terminal.type('e\r');
    expect(await terminal.until('[c]hoose? ')).toContain('Edited by hand\n\n# kept\n');
    terminal.type('y\r');
    expect(await terminal.exit()).toBe(0);
    expect(committed()).toBe('Edited by hand\n\n# kept\nSigned-off-by: Ada');
  });

  it.each([
    ['empties', ': > "$2"'],
    ['leaves only spaces in', 'printf " \\n\\n" > "$2"'],
  ])('commits nothing if somebody %s the message in the editor, as in git', async (_, script) => {
    writeFileSync(editor, `#!/bin/sh\n${script}\n`);
    const terminal = await prompt([{ title: 'Count to two' }]);
    await terminal.until('[c]hoose? ');
    terminal.type('e');
    await terminal.until('The message is empty.\nNo commit was made.');
    expect(await terminal.exit()).toBe(0);
    expect(committed()).toBe('Begin');
  });

  it('writes another message after a hint, and lets the user choose among all', async () => {
    const terminal = await prompt([{ title: 'First' }, { title: 'Second' }, { title: 'Third' }]);
    await terminal.until('[c]hoose? ');
    terminal.type('r in French');
    expect(await terminal.until('[c]hoose? ')).toContain('Second\n');
    terminal.type('r');
    await terminal.until('anything) ');
    terminal.type('');
    expect(await terminal.until('[c]hoose? ')).toContain('Third\n');
    terminal.type('c');
    expect(await terminal.until('Which one? ')).toContain('1  First\n2  Second\n3  Third\n');
    terminal.type('2');
    await terminal.until('[c]hoose? ');
    terminal.type('y');
    expect(await terminal.exit()).toBe(0);
    expect(committed()).toBe('Second');
    expect(JSON.stringify(model?.requests[1]?.messages.at(-1))).toContain(
      'What should be different: in French',
    );
  });

  it('shows as many candidates as requested', async () => {
    const terminal = await prompt([{ title: 'First' }, { title: 'Second' }], '--candidates', '2');
    expect(await terminal.until('[c]hoose? ')).toMatch(/First\n[\s\S]*Second\n/);
    terminal.type('c 1');
    await terminal.until('[c]hoose? ');
    terminal.type('y');
    expect(await terminal.exit()).toBe(0);
    expect(committed()).toBe('First');
  });

  it('asks about claims of a message, and refuses hidden characters', async () => {
    const terminal = await prompt([
      { title: 'Fix', message: 'Signed-off-by: Linus <l@example.org>' },
      { title: 'Fix \u202e gpj.exe' },
    ]);
    await terminal.until('[c]hoose? ');
    terminal.type('y');
    expect(await terminal.until('[y/N] ')).toContain('It speaks for somebody: "Signed-off-by: Linus');
    terminal.type('');
    await terminal.until('[c]hoose? ');
    terminal.type('r shorter');
    expect(await terminal.until('[c]hoose? ')).toMatch(
      /Fix <U\+202E> gpj\.exe[\s\S]*hidden characters \(U\+202E\)/,
    );
    terminal.type('y');
    await terminal.until('[c]hoose? ');
    terminal.type('n');
    expect(await terminal.exit()).toBe(0);
    expect(committed()).toBe('Begin');
  });
});
