import { quietProgram } from '../../cli.test.support.js';
import type { CodegenOptions } from './codegen-options.js';
import { readPlainArguments } from './plain-arguments.js';

/** The options that commander passes to the action of the command. */
function readByCommander(args: readonly string[]): CodegenOptions {
  const program = quietProgram();
  const command = program.commands.find((one) => one.name() === 'codegen');
  if (command === undefined) throw new Error('There is no command codegen.');
  let options: CodegenOptions | undefined;
  command.action((read: CodegenOptions) => {
    options = read;
  });
  program.parse(args, { from: 'user' });
  if (options === undefined) throw new Error(`Commander refuses ${args.join(' ')}.`);
  return options;
}

describe('the plain arguments of codegen', () => {
  it.each([
    [[]],
    [['--check']],
    [['--project', 'packages/api', '--out', 'src/tools.gen.ts']],
    [['-p', 'a.json', '-o', 'b.ts', '--validators', '--no-cache', '--no-worker']],
    [['--format', 'json', '--timing', '--check']],
    [['--project', 'a.json', '--project', 'b.json']],
  ])('are read in the same way as by commander: %j', (args) => {
    expect(readPlainArguments(['codegen', ...args])).toEqual(readByCommander(['codegen', ...args]));
  });

  it.each([
    [[]],
    [['list']],
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
  ])('leave everything else to commander: %j', (args) => {
    expect(readPlainArguments(args)).toBeUndefined();
  });
});
