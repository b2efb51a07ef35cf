import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHistory } from './cli/input/chat-history.js';
import { startModel, type TestModel, turnOf } from './model.test.support.js';
import { createProgram, type Program } from './program.test.support.js';
import { createRepository } from './repository.test.support.js';
import { CTRL_C, CTRL_D, inTerminal, openTerminal } from './terminal.test.support.js';

let program: Program;
let model: TestModel;
const state = mkdtempSync(join(tmpdir(), 'state-'));
const history = join(state, 'git-assistant/history');
const repository = createRepository({ 'a.ts': '1\n' });
beforeAll(async () => {
  program = await createProgram();
});
afterAll(() => {
  repository.dispose();
  rmSync(state, { recursive: true });
});

/** A conversation in a terminal with a model that repeats its input. `slow` never ends, `look` calls a tool. */
async function converse() {
  model = await startModel(
    (request) => {
      const asked = String(request.messages.findLast(({ role }) => role === 'user')?.content);
      if (asked === 'slow') return { content: 'Wait. '.repeat(1_000) };
      if (asked === 'look' && turnOf(request) === 0)
        return { toolCalls: [{ name: 'gitStatus', arguments: '{}' }] };
      if (asked === 'And before that?') {
        const earlier = request.messages.filter(({ role }) => role !== 'system').slice(0, -1);
        return { content: `Before: ${earlier.map(({ content }) => String(content)).join(' | ')}` };
      }
      return { content: `You said ${JSON.stringify(asked)}.` };
    },
    { latency: 20, chunkSize: 20 },
  );
  const terminal = openTerminal([process.execPath, program.file, 'chat'], {
    cwd: repository.root,
    env: { ...model.env, XDG_STATE_HOME: state },
  });
  await terminal.until('> ');
  return terminal;
}

describe('a conversation in a terminal', () => {
  afterEach(() => model.stop());

  inTerminal('edits lines, remembers them, and ends with Ctrl-D', async () => {
    const first = await converse();
    // Two arrow keys to the left, then a letter: the line is edited.
    first.type('helo\u001b[D\u001b[Dl\r');
    await first.until('You said "hello".');
    await first.until('> ');
    first.type('my token is hunter2\r');
    await first.until('You said "my token is hunter2".');
    await first.until('> ');
    first.type(CTRL_D);
    expect(await first.exit()).toBe(0);
    await model.stop();
    expect(readFileSync(history, 'utf8')).toBe('hello\n');
    expect(statSync(history).mode & 0o777).toBe(0o600);

    const second = await converse();
    second.type('\u001b[A\r');
    await second.until('You said "hello".');
    await second.until('> ');
    second.type('/exit\r');
    expect(await second.exit()).toBe(0);
  });

  inTerminal('takes a paste of several lines as one message', async () => {
    const terminal = await converse();
    terminal.type('\u001b[200~one\rtwo\rthree\u001b[201~');
    terminal.type('!\r');
    await terminal.until('You said "one\\ntwo\\nthree!".');
    await terminal.until('> ');
    // Without paste marks, each line is a message, and none is lost.
    terminal.type('four\rfive\r');
    await terminal.until('You said "four".');
    await terminal.until('You said "five".');
    await terminal.until('> ');
    terminal.type(CTRL_D);
    expect(await terminal.exit()).toBe(0);
  });

  inTerminal('remembers the first turn in the second', async () => {
    const terminal = await converse();
    terminal.type('the answer is 42\r');
    await terminal.until('You said "the answer is 42".');
    await terminal.until('> ');
    terminal.type('And before that?\r');
    await terminal.until('Before: the answer is 42 | You said "the answer is 42".');
    await terminal.until('> ');
    terminal.type(CTRL_D);
    expect(await terminal.exit()).toBe(0);
  });

  inTerminal('shows the tools that run', async () => {
    const terminal = await converse();
    terminal.type('look\r');
    await terminal.until('1 tool call · gitStatus');
    await terminal.until('You said "look".');
    await terminal.until('> ');
    terminal.type(CTRL_D);
    expect(await terminal.exit()).toBe(0);
  });

  inTerminal('stops an answer on Ctrl-C, and continues the conversation', async () => {
    const terminal = await converse();
    terminal.type('slow\r');
    await terminal.until('Wait.');
    terminal.type(CTRL_C);
    await terminal.until('Ask something else');
    await terminal.until('> ');
    terminal.type('again\r');
    await terminal.until('You said "again".');
    await terminal.until('> ');
    // On an empty line, the first Ctrl-C explains what the second does.
    terminal.type(CTRL_C);
    await terminal.until('again or Ctrl-D');
    terminal.type(CTRL_C);
    expect(await terminal.exit()).toBe(130);
  });
});

describe('the history', () => {
  it.each([
    'password: hunter2',
    'Why does sk-abcdefgh12345678 fail?',
    'ghp_abcdefghij is in the log',
    'clone https://ada:pw@example.org/x',
    '-----BEGIN PRIVATE KEY-----',
    ' begins with a space',
  ])('does not store %j', async (line) => {
    const lines = await openHistory({ XDG_STATE_HOME: join(state, 'other') });
    lines.add(line);
    lines.add('What is a token?');
    expect(lines.lines).toEqual(['What is a token?']);
  });

  it('that cannot be written does not fail the command', async () => {
    const lines = await openHistory({ XDG_STATE_HOME: '/dev/null/x' });
    lines.add('hello');
    await expect(lines.save()).resolves.toBeUndefined();
  });
});
