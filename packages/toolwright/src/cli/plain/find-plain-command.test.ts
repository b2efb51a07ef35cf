import { quietProgram } from '../cli.test.support.js';
import { readPlainCodegen } from '../commands/codegen/plain-codegen.js';
import { readPlainDiff } from '../commands/diff/plain-diff.js';
import { readPlainLock } from '../commands/lock/plain-lock.js';
import { findPlainCommand } from './find-plain-command.js';

/** What commander passes to the action of the command. */
function readByCommander([name = '', ...args]: readonly string[]): readonly unknown[] {
  const program = quietProgram();
  const command = program.commands.find((one) => one.name() === name);
  if (command === undefined) throw new Error(`There is no command ${name}.`);
  let given: readonly unknown[] | undefined;
  command.action((...all: unknown[]) => {
    given = all.slice(0, -1);
  });
  program.parse([name, ...args], { from: 'user' });
  if (given === undefined) throw new Error(`Commander refuses ${args.join(' ')}.`);
  return given;
}

function readPlainly([name, ...words]: readonly string[]): readonly unknown[] {
  if (name === 'codegen') return [readPlainCodegen(words)];
  if (name === 'lock') return [readPlainLock(words)];
  const plain = readPlainDiff(words);
  return [plain?.base, plain?.options];
}

describe('the usual arguments', () => {
  it.each([
    [['codegen']],
    [['codegen', '--check']],
    [['codegen', '--project', 'packages/api', '--out', 'src/tools.gen.ts']],
    [['codegen', '-p', 'a.json', '-o', 'b.ts', '--validators', '--no-cache']],
    [['codegen', '--format', 'json', '--timing', '--check']],
    [['codegen', '--project', 'a.json', '--project', 'b.json']],
    [['lock']],
    [['lock', '--check', '-p', 'a.json', '--out', 'b.ts', '--no-cache']],
    [['diff']],
    [['diff', 'origin/main', '--fail-on', 'breaking', '--format', 'github']],
    [['diff', '-p', 'a.json', '-o', 'b.ts', '--no-cache', '--format', 'json', '--fail-on', 'model-visible']],
  ])('are read in the same way as by commander: %j', (args) => {
    expect(readPlainly(args)).toEqual(readByCommander(args));
    expect(findPlainCommand(args)).toBeDefined();
  });

  it.each([
    [[]],
    [['list']],
    [['constructor']],
    [['--debug', 'codegen']],
    [['codegen', '--help']],
    [['codegen', '--debug']],
    [['codegen', '--watch']],
    [['codegen', '--include', 'src/**']],
    [['codegen', '--provider', 'openai']],
    [['codegen', '--project']],
    [['codegen', '--project', '--check']],
    [['codegen', '--project=a.json']],
    [['codegen', '-pa.json']],
    [['codegen', '--format', 'yaml']],
    [['codegen', '--out', 'types.d.ts']],
    [['codegen', 'more']],
    [['codegen', '--', '--check']],
    [['codegen', 'constructor', 'toString']],
    [['lock', '--provider', 'openai']],
    [['lock', 'more']],
    [['lock', '--help']],
    [['diff', 'one', 'two']],
    [['diff', '--format', 'json', 'main']],
    [['diff', '--fail-on', 'nothing']],
    [['diff', '--', '-x']],
    [['diff', '-x']],
    [['diff', '']],
  ])('leave everything else to commander: %j', (args) => {
    expect(findPlainCommand(args)).toBeUndefined();
  });
});
