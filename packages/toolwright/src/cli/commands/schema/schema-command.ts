import type { ToolSpec } from '@toolwright/contract';
import type { Dialect } from '@toolwright/json-schema';
import type { Command } from '../../args/command.js';
import type { CommandContext } from '../../command-context.js';
import { findDialect } from '../../load/find-dialect.js';
import { PROJECT_OPTIONS, type ProjectOptions } from '../../project/project-options.js';
import { readProject, type ToolSchema, toToolSchema } from '../../project/read-project.js';
import { getTool, nameTools } from '../../project/tool-names.js';
import { userError } from '../../user-error.js';

const EXAMPLES = `
Examples:
  $ toolwright schema forecast
  $ toolwright schema Weather.forecast
  $ toolwright schema --all --provider openai > tools.json

Class.method distinguishes tools with the same name. Reads the schemas from the
sources. Requires no build and writes nothing.`;

interface SchemaOptions extends ProjectOptions {
  readonly all?: true;
  readonly provider: string;
}

export const schemaCommand: Command<SchemaOptions> = {
  description: 'print the name, description, parameters and output of a tool as JSON',
  parameters: [['[tool]', 'its name, or Class.method']],
  options: [
    ...PROJECT_OPTIONS,
    ['--all', 'print all tools, as an object by name'],
    [
      '--provider <name>',
      'print the parameters as this provider receives them',
      { default: 'json-schema', alias: 'dialect' },
    ],
  ],
  notes: EXAMPLES,
  run: (options, [tool], context) => printSchemas(tool, options, context),
};

/** @throws ToolwrightError `USAGE` unless either one tool or all tools are requested, in a known dialect; `UNKNOWN_TOOL` */
async function printSchemas(
  tool: string | undefined,
  options: SchemaOptions,
  context: CommandContext,
): Promise<void> {
  const dialect = await findDialect(options.provider);
  if ((tool === undefined) === (options.all === undefined)) {
    throw userError('USAGE', 'Pass the name of one tool, or --all.', 'See `toolwright list` for the names.');
  }
  const { tools } = await readProject(options, context);
  const print = (spec: ToolSpec) => lower(spec, dialect, context);
  const shown =
    tool === undefined
      ? Object.fromEntries(nameTools(tools).map(({ name, spec }) => [name, print(spec)]))
      : print(getTool(tool, tools));
  context.io.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
}

/** Converts the parameters to a dialect. Reports information that the dialect cannot represent on standard error. */
function lower(spec: ToolSpec, dialect: Dialect, { io }: CommandContext): ToolSchema {
  const { schema, losses } = dialect.lower(spec.parameters);
  for (const { path, kind, message } of losses) {
    io.stderr.write(`${spec.name}${path}: ${kind} in ${dialect.name}: ${message}\n`);
  }
  return toToolSchema({ ...spec, parameters: schema });
}
