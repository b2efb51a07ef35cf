import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  writeFileSync(editor, '#!/bin/sh\nprintf "Edited by hand\\n\\n# kept\\nSigned-off-by: Ada\\n" > "$2"\n');
  chmodSync(editor, 0o755);
}, 60_000);
beforeEach(() => {
  repository = createRepository({ 'a.ts': '1\n' });
  repository.write('a.ts', '2\n');
  repository.git('add', 'a.ts');
});
afterEach(async () => {
  await model?.stop();
  repository.dispose();
});
afterAll(() => {
  program.remove();
  rmSync(folder, { recursive: true });
});

/** The prompt of `commit --apply` in a terminal, with a model that gives these messages in order. */
async function prompt(messages: readonly { title: string; message?: string }[], ...flags: string[]) {
  let next = 0;
  model = await startModel(() => ({
    content: JSON.stringify({ emoji: null, message: '', ...messages[next++] }),
  }));
  const command = [process.execPath, program.file, 'commit', '--apply', ...flags];
  const env = { ...model.env, VISUAL: `'${editor}' --wait` };
  return openTerminal(command, { cwd: repository.root, env });
}

const committed = () => repository.git('log', '-1', '--format=%B').trimEnd();

describe('the prompt before a commit', () => {
  inTerminal('commits after a yes', async () => {
    const terminal = await prompt([{ title: 'Count to two' }]);
    expect(await terminal.until('[c]hoose? ')).toContain('Count to two\n');
    terminal.type('y\r');
    expect(await terminal.exit()).toBe(0);
    expect(committed()).toBe('Count to two');
  });

  inTerminal('takes what only begins like a yes for no answer', async () => {
    const terminal = await prompt([{ title: 'Count to two' }]);
    await terminal.until('[c]hoose? ');
    terminal.type('yesterday was better\r');
    expect(await terminal.until('make the commit')).toContain('y  make the commit');
    await terminal.until('[c]hoose? ');
    terminal.type('n\r');
    expect(await terminal.exit()).toBe(0);
    expect(committed()).toBe('Begin');
  });

  for (const [name, keys, code] of [
    ['Enter', '\r', 0],
    ['no', 'no\r', 0],
    ['Ctrl-D', CTRL_D, 0],
    ['Ctrl-C', CTRL_C, 130],
  ] as const) {
    inTerminal(`commits nothing after ${name}`, async () => {
      const terminal = await prompt([{ title: 'Count to two' }]);
      await terminal.until('[c]hoose? ');
      terminal.type(keys);
      expect(await terminal.exit()).toBe(code);
      expect(committed()).toBe('Begin');
    });
  }

  inTerminal("opens the user's editor, and commits what is written there byte by byte", async () => {
    const terminal = await prompt([{ title: 'Count to two' }]);
    await terminal.until('[c]hoose? ');
    terminal.type('e\r');
    expect(await terminal.until('[c]hoose? ')).toContain('Edited by hand\n\n# kept\n');
    terminal.type('y\r');
    expect(await terminal.exit()).toBe(0);
    expect(committed()).toBe('Edited by hand\n\n# kept\nSigned-off-by: Ada');
  });

  inTerminal('has another message written, with a hint, and lets the user choose among all', async () => {
    const terminal = await prompt([{ title: 'First' }, { title: 'Second' }, { title: 'Third' }]);
    await terminal.until('[c]hoose? ');
    terminal.type('r in French\r');
    expect(await terminal.until('[c]hoose? ')).toContain('Second\n');
    terminal.type('r\r');
    await terminal.until('anything) ');
    terminal.type('\r');
    expect(await terminal.until('[c]hoose? ')).toContain('Third\n');
    terminal.type('c\r');
    expect(await terminal.until('Which one? ')).toContain('1  First\n2  Second\n3  Third\n');
    terminal.type('2\r');
    await terminal.until('[c]hoose? ');
    terminal.type('y\r');
    expect(await terminal.exit()).toBe(0);
    expect(committed()).toBe('Second');
    expect(JSON.stringify(model?.requests[1]?.messages.at(-1))).toContain(
      'What should be different: in French',
    );
  });

  inTerminal('shows as many candidates as are asked for', async () => {
    const terminal = await prompt([{ title: 'First' }, { title: 'Second' }], '--candidates', '2');
    expect(await terminal.until('[c]hoose? ')).toMatch(/First\n[\s\S]*Second\n/);
    terminal.type('c 1\r');
    await terminal.until('[c]hoose? ');
    terminal.type('y\r');
    expect(await terminal.exit()).toBe(0);
    expect(committed()).toBe('First');
  });

  inTerminal('asks about what a message claims, and refuses what it hides', async () => {
    const terminal = await prompt([
      { title: 'Fix', message: 'Signed-off-by: Linus <l@example.org>' },
      { title: 'Fix \u202e gpj.exe' },
    ]);
    await terminal.until('[c]hoose? ');
    terminal.type('y\r');
    expect(await terminal.until('[y/N] ')).toContain('It speaks for somebody: "Signed-off-by: Linus');
    terminal.type('\r');
    await terminal.until('[c]hoose? ');
    terminal.type('r shorter\r');
    expect(await terminal.until('[c]hoose? ')).toMatch(
      /Fix <U\+202E> gpj\.exe[\s\S]*hidden characters \(U\+202E\)/,
    );
    terminal.type('y\r');
    await terminal.until('[c]hoose? ');
    terminal.type('n\r');
    expect(await terminal.exit()).toBe(0);
    expect(committed()).toBe('Begin');
  });
});
