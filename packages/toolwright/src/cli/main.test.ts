import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ToolwrightError } from '@toolwright/contract';
import { runCli } from './cli.test.support.js';
import { PROGRAM } from './program.js';

const broken = (error: unknown) => ({ importCodegen: () => Promise.reject(error) });

const COMMANDS = Object.keys(PROGRAM.commands ?? {}).join(', ');

describe('a wrong command line', () => {
  it.each([
    [
      ['codgen'],
      `error: unknown command 'codgen'\n(Did you mean codegen?)\nCommands: ${COMMANDS}. See toolwright --help.\n`,
    ],
    [['frobnicate'], `error: unknown command 'frobnicate'\nCommands: ${COMMANDS}. See toolwright --help.\n`],
    [
      ['codegen', '--chek'],
      "error: unknown option '--chek'\n(Did you mean --check?)\nOptions: --project, --include, --exclude, --no-cache, --out, --validators, --provider, --watch, --check, --format, --effects, --timing, --verbose. See toolwright codegen --help.\n",
    ],
    [
      ['list', '--format', 'xml'],
      "error: option '--format <format>' argument 'xml' is invalid. Allowed choices are pretty, json.\nOptions: --project, --include, --exclude, --no-cache, --format, --json, --resources. See toolwright list --help.\n",
    ],
    [
      ['call', 'forecast'],
      "error: required option '--registry <module#export>' not specified\nOptions: --registry, --context. See toolwright call --help.\n",
    ],
    ...[
      ['init', 'x'],
      ['--', 'init', 'x'],
    ].map((args): [string[], string] => [
      args,
      "error: too many arguments for 'init'. Expected 0 arguments but got 1.\nOptions: --template. See toolwright init --help.\n",
    ]),
  ])('%j exits 2, and lists the choices', async (args, stderr) => {
    expect(await runCli(args)).toEqual({ code: 2, stdout: '', stderr });
  });

  it.each([
    [['codegen', '--project', ''], 'A path must not be empty.'],
    [['docs', '--out', ' '], 'A path must not be empty.'],
    [['mcp', 'lock', '--out', '', 'server'], 'A path must not be empty.'],
    [['lock', '--out', 'tools.txt'], 'Pass a file that ends in .ts'],
    [['diff', '--out', 'tools.d.ts'], 'Pass a file that ends in .ts'],
    [['help', 'codgen'], "unknown command 'codgen'\n(Did you mean codegen?)\n"],
  ])('%j exits 2, and says what is wrong', async (args, problem) => {
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(problem);
  });

  it('prints help as an error without a command', async () => {
    const { code, stdout, stderr } = await runCli([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: toolwright');
  });
});

describe('help', () => {
  it.each(['codegen', 'list', 'schema', 'migrate', 'call', 'init'])(
    'of %s has examples and fits 80 columns',
    async (command) => {
      const { code, stdout, stderr } = await runCli([command, '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`\nExamples:\n  \\$ toolwright ${command}`));
      expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    },
  );

  it.each([
    [['help', 'sessions', 'resume'], 'Usage: toolwright sessions resume [options] <id>\n'],
    [['sessions', 'help', 'resume'], 'Usage: toolwright sessions resume [options] <id>\n'],
    [['--debug', 'mcp', 'lock', '-h'], 'Usage: toolwright mcp lock [options] <server...>\n'],
    [['help'], 'Usage: toolwright [options] [command]\n'],
  ])('%j prints that of a command', async (args, usage) => {
    const { code, stdout } = await runCli(args);
    expect(code).toBe(0);
    expect(stdout).toContain(usage);
  });

  it('lists the commands, and the version is that of the package', async () => {
    const { code, stdout } = await runCli(['--help']);
    expect(code).toBe(0);
    for (const command of ['codegen', 'list', 'schema', 'migrate', 'call', 'init'])
      expect(stdout).toContain(`\n  ${command}`);
    expect(await runCli(['--version'])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    });
  });
});

describe('an error', () => {
  const error = new ToolwrightError('INVALID_PROJECT', 'There is no tsconfig.json.', {
    blame: 'developer',
    hint: 'Make one.',
    cause: new Error('ENOENT'),
  });

  it('is printed without a stack, with its fix', async () => {
    expect(await runCli(['codegen'], broken(error))).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error INVALID_PROJECT: There is no tsconfig.json.\n  fix: Make one.\n',
    });
  });

  it.each([
    ['--debug', ['codegen', '--debug'], {}],
    ['DEBUG=toolwright', ['codegen'], { DEBUG: 'x,toolwright' }],
  ])('is printed with stacks and causes under %s', async (_name, args, env) => {
    const { stderr } = await runCli(args, { ...broken(error), env });
    expect(stderr).toMatch(/There is no tsconfig\.json\.\n +at [\s\S]*caused by: Error: ENOENT\n +at /);
  });

  it('is red on a terminal, but not with NO_COLOR', async () => {
    let stderr = '';
    const terminal = { isTTY: true, write: (text: string) => (stderr += text) };
    await runCli(['codegen'], { ...broken(error), stderr: terminal });
    expect(stderr).toContain('\u001b[31merror\u001b[39m INVALID_PROJECT');
    stderr = '';
    await runCli(['codegen'], { ...broken(error), stderr: terminal, env: { NO_COLOR: '1' } });
    expect(stderr).not.toContain('\u001b');
    const forced = await runCli(['codegen'], { ...broken(error), env: { FORCE_COLOR: '1', NO_COLOR: '1' } });
    expect(forced.stderr).toContain('\u001b[31m');
  });

  it('prints its stack and asks for a report if it is a bug of Toolwright', async () => {
    const { code, stderr } = await runCli(['codegen'], broken(new TypeError('x is not a function')));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: TypeError: x is not a function\n +at /);
    expect(stderr).toMatch(/This is a bug in Toolwright; please report it with the lines above\.\n$/);
  });
});

describe('without @toolwright/codegen', () => {
  const missing = (name: string) =>
    Object.assign(new Error(`Cannot find package '${name}' imported from /x/y.js`), {
      code: 'ERR_MODULE_NOT_FOUND',
    });

  it.each([[['codegen']], [['list']], [['schema', '--all']]])(
    '%j explains how to install it',
    async (args) => {
      expect(await runCli(args, broken(missing('@toolwright/codegen')))).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'error MISSING_PACKAGE: This command needs @toolwright/codegen, which is not installed.\n' +
          '  fix: Run `npm install --save-dev @toolwright/codegen`.\n',
      });
    },
  );

  it.each([
    ['pnpm-lock.yaml', 'pnpm add --save-dev'],
    ['yarn.lock', 'yarn add --dev'],
    ['bun.lock', 'bun add --dev'],
    ['package-lock.json', 'npm install --save-dev'],
  ])('names the command of the package manager that wrote %s', async (lock, command) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'toolwright-lock-'));
    writeFileSync(path.join(folder, lock), '');
    const { stderr } = await runCli(['codegen'], { ...broken(missing('@toolwright/codegen')), cwd: folder });
    expect(stderr).toContain(`Run \`${command} @toolwright/codegen\`.`);
    rmSync(folder, { recursive: true });
  });

  it('reports a package that codegen itself lacks', async () => {
    const { stderr } = await runCli(['codegen'], broken(missing('ts-morph')));
    expect(stderr).toContain("Cannot find package 'ts-morph'");
  });
});

// G4
describe('the printed error', () => {
  const SECRET = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

  it.each([
    [[SECRET], undefined],
    [['call', 'forecast', '--registry', `./${SECRET}.js#tools`], undefined],
    [['codegen'], new Error(`with ${SECRET}`)],
    [
      ['codegen', '--debug'],
      new ToolwrightError('INVALID_CONFIG', SECRET, {
        blame: 'developer',
        hint: SECRET,
        cause: new Error(SECRET),
      }),
    ],
    [['codegen'], new Error('the value of DEPLOY_TOKEN')],
  ])('contains no secret: %j', async (args, error) => {
    const value = 'the value of DEPLOY_TOKEN';
    const { code, stderr } = await runCli(args, {
      env: { DEPLOY_TOKEN: value },
      ...(error !== undefined && broken(error)),
    });
    expect(code).not.toBe(0);
    expect(stderr).toContain('[redacted]');
    expect(stderr).not.toContain(SECRET);
    expect(stderr).not.toContain(value);
  });
});
