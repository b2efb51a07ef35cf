import type { Diagnostic, EffectsResult, ToolEffects } from '@toolwright/codegen';
import { describeUnknown, wantsColor } from '@toolwright/contract';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { loadCodegen } from '../../load/load-optional.js';
import { addSourceOptions, type ProjectOptions } from '../../project/read-tools.js';
import { userError } from '../../user-error.js';
import { DIAGNOSTIC_FORMATS, type Format } from '../codegen/print-report.js';

const EXAMPLES = `
Examples:
  $ toolwright effects
  $ toolwright effects deploy --follow
  $ toolwright effects --suggest
  $ toolwright effects --format json | jq ".tools[] | .name, .effects[].effect"
  $ toolwright effects --format sarif > effects.sarif

Reads the sources and never runs them. An effect is what a tool can do at most:
fs.read, fs.write, net, process, env, db, time, random, eval, state (objects
that outlive the call) and unknown (code that cannot be followed). Add packages
to the table in toolwright.config.json. Exit codes: 0; 1 if the code contradicts
a hint; 2 if the arguments are wrong.`;

interface EffectsCommandOptions extends Pick<ProjectOptions, 'project' | 'include' | 'exclude'> {
  readonly follow?: true;
  readonly suggest?: true;
  readonly format: Format;
}

export function addEffectsCommand(program: Command, context: CommandContext): void {
  addSourceOptions(program.command('effects'))
    .description('show what each tool can do, by which calls, and check its hints')
    .argument('[tools...]', 'the tools to show; all by default')
    .option('--follow', 'also read packages that ship TypeScript or ES modules')
    .option('--suggest', 'print the hints that the code supports and a tool lacks')
    .addOption(
      new Option('--format <format>', 'format of the report').choices(DIAGNOSTIC_FORMATS).default('pretty'),
    )
    .addHelpText('after', EXAMPLES)
    .action((names: readonly string[], options: EffectsCommandOptions) =>
      showEffects(names, options, context),
    );
}

async function showEffects(
  names: readonly string[],
  { project, include, exclude, follow, suggest, format }: EffectsCommandOptions,
  { io, setExitCode }: CommandContext,
): Promise<void> {
  io.expectShortRun();
  const codegen = await loadCodegen(io);
  const found = await codegen.findEffects({ cwd: io.cwd, project, include, exclude, follow });
  const { tools, diagnostics, projectDir } = select(found, names);
  if (diagnostics.some(({ severity }) => severity === 'error')) setExitCode(1);
  if (format === 'json') {
    const findings: unknown = JSON.parse(await codegen.printDiagnostics(diagnostics, { format }));
    io.stdout.write(`${JSON.stringify({ tools, diagnostics: findings }, null, 2)}\n`);
    return;
  }
  const isPretty = format === 'pretty';
  if (isPretty && tools.length > 0)
    io.stdout.write(`${codegen.printEffects(tools, { color: wantsColor(io.stdout, io.env), suggest })}\n`);
  if (isPretty && tools.length === 0)
    io.stderr.write('No tools. Mark a method with @tool, or wrap a function in tool(…).\n');
  const stream = isPretty ? io.stderr : io.stdout;
  const color = wantsColor(stream, io.env);
  const text = await codegen.printDiagnostics(diagnostics, { format, color, projectDir, cwd: io.cwd });
  if (text !== '') stream.write(`${text}\n`);
}

/**
 * Only some tools, with what concerns them.
 * @throws ToolwrightError `UNKNOWN_TOOL` for a name that no tool has.
 */
function select(result: EffectsResult, names: readonly string[]): EffectsResult {
  if (names.length === 0) return result;
  const known = result.tools.map(({ name }) => name);
  const missing = names.find((name) => !known.includes(name));
  if (missing !== undefined) {
    const { problem, hint } = describeUnknown('Tool', missing, known);
    throw userError('UNKNOWN_TOOL', problem, hint);
  }
  const isChosen = ({ name }: ToolEffects): boolean => names.includes(name);
  const concerns = ({ tool }: Diagnostic): boolean => tool === undefined || names.includes(tool);
  return {
    ...result,
    tools: result.tools.filter(isChosen),
    diagnostics: result.diagnostics.filter(concerns),
  };
}
