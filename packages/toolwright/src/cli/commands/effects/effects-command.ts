import type { Diagnostic, EffectsResult, Forbidden, ToolEffects } from '@toolwright/codegen';
import { unknownTool, wantsColor } from '@toolwright/contract';
import type { Command } from '../../args/command.js';
import type { CommandContext } from '../../command-context.js';
import { loadCodegen } from '../../load/load-optional.js';
import { PROJECT_OPTIONS, type ProjectOptions } from '../../project/project-options.js';
import { NO_TOOLS } from '../../project/read-project.js';
import { DIAGNOSTIC_FORMATS, type Format } from '../codegen/print-report.js';

const EXAMPLES = `
Examples:
  $ toolwright effects
  $ toolwright effects deploy --follow
  $ toolwright effects --suggest
  $ toolwright effects --format json | jq ".tools[] | .name, .effects[].effect"
  $ toolwright effects --format sarif > effects.sarif
  $ toolwright effects --flows
  $ toolwright effects --flows --format markdown >> "$GITHUB_STEP_SUMMARY"
  $ toolwright effects --forbid trifecta

Reads the sources and never runs them. An effect is something a tool may do:
fs.read, fs.write, net, process, env, db, time, random, eval, state (objects
that outlive the call) and unknown (code that cannot be followed). Add packages
to the table in toolwright.config.json. --flows shows which tools of each agent,
and of each registry without an agent, read private data, bring in untrusted
content, and can send data out. --forbid trifecta fails if one agent has all
three; --forbid unknown also fails if only unknown code completes the three.
Exit codes: 0; 1 if the code contradicts a hint or has a forbidden combination;
2 if the arguments are invalid.`;

interface EffectsCommandOptions extends ProjectOptions {
  readonly follow?: true;
  readonly suggest?: true;
  readonly flows?: true;
  readonly forbid?: readonly Forbidden[];
  readonly format: Format | 'markdown';
}

/** The values of `--forbid`. Declared here, because the library is loaded later. */
const FORBIDDEN = ['trifecta', 'unknown'] as const satisfies readonly Forbidden[];

export const effectsCommand: Command<EffectsCommandOptions> = {
  description: 'show what each tool can do, by which calls, and check its hints',
  parameters: [['[tools...]', 'the tools to show (default: all)']],
  options: [
    ...PROJECT_OPTIONS,
    ['--follow', 'also read packages that ship TypeScript or ES modules'],
    ['--suggest', 'print the hints that the code supports and a tool lacks'],
    ['--flows', 'show what the tools of each agent and registry can do together'],
    ['--forbid <what...>', 'fail if an agent has all three; implies --flows', { choices: FORBIDDEN }],
    [
      '--format <format>',
      'format of the report; markdown is a table of --flows',
      { choices: [...DIAGNOSTIC_FORMATS, 'markdown'], default: 'pretty' },
    ],
  ],
  notes: EXAMPLES,
  run: (options, names, context) => showEffects(names, options, context),
};

async function showEffects(
  names: readonly string[],
  {
    project,
    include,
    exclude,
    cache,
    follow,
    suggest,
    flows: given,
    forbid = [],
    format,
  }: EffectsCommandOptions,
  { io, setExitCode }: CommandContext,
): Promise<void> {
  io.expectShortRun();
  const codegen = await loadCodegen(io);
  const wantsFlows = given || forbid.length > 0 || format === 'markdown';
  const found = await codegen.findEffects({
    ...{ cwd: io.cwd, project, include, exclude, cache, follow },
    ...{ flows: wantsFlows, forbid },
  });
  const { tools, flows, diagnostics, projectDir } = select(found, names);
  if (diagnostics.some(({ severity }) => severity === 'error')) setExitCode(1);
  if (format === 'json') {
    const findings: unknown = JSON.parse(await codegen.printDiagnostics(diagnostics, { format }));
    io.stdout.write(`${JSON.stringify({ tools, flows, diagnostics: findings }, null, 2)}\n`);
    return;
  }
  const isForPeople = format === 'pretty' || format === 'markdown';
  const paint = { color: format === 'pretty' && wantsColor(io.stdout, io.env) };
  if (isForPeople) {
    const text =
      flows === undefined
        ? codegen.printEffects(tools, { ...paint, suggest })
        : codegen.printFlows(flows, { ...paint, format });
    if (text !== '') io.stdout.write(`${text}\n`);
    else io.stderr.write(flows === undefined || tools.length === 0 ? NO_TOOLS : NO_OWNERS);
  }
  const stream = isForPeople ? io.stderr : io.stdout;
  const color = wantsColor(stream, io.env);
  const printed = isForPeople ? 'pretty' : format;
  const text = await codegen.printDiagnostics(diagnostics, {
    format: printed,
    color,
    projectDir,
    cwd: io.cwd,
  });
  if (text !== '') stream.write(`${text}\n`);
}

const NO_OWNERS = 'No agents and no registries: the program creates none with `new`.\n';

/**
 * Selects some tools and the findings that concern them.
 * @throws ToolwrightError `UNKNOWN_TOOL` for a name that no tool has
 */
function select(result: EffectsResult, names: readonly string[]): EffectsResult {
  if (names.length === 0) return result;
  const missing = names.find((name) => !result.tools.some((tool) => tool.name === name));
  if (missing !== undefined) throw unknownTool(missing, result.tools);
  const isChosen = ({ name }: ToolEffects): boolean => names.includes(name);
  const concerns = ({ tool }: Diagnostic): boolean => tool === undefined || names.includes(tool);
  return {
    ...result,
    tools: result.tools.filter(isChosen),
    diagnostics: result.diagnostics.filter(concerns),
  };
}
