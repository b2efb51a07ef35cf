import { describeUnknown, type ToolSpec, ToolwrightError } from '@toolwright/contract';
import type { Dialect } from '@toolwright/schema';
import type { CommandContext } from '../../command-context.js';
import type { ProjectOptions } from '../../project/project-options.js';
import { readTools } from '../../project/read-tools.js';
import { getTool, nameTools } from '../../project/tool-names.js';
import { type ToolSchema, toToolSchema } from '../../project/tool-schema.js';

export interface SchemaOptions extends ProjectOptions {
  readonly all?: true;
  readonly dialect: string;
}

/** @throws ToolwrightError `USAGE` unless one tool or all are asked for in a known dialect, `UNKNOWN_TOOL` when it is not there. */
export async function printSchemas(
  tool: string | undefined,
  options: SchemaOptions,
  context: CommandContext,
): Promise<void> {
  const dialect = await findDialect(options.dialect);
  if ((tool === undefined) === (options.all === undefined)) {
    throw usage('Name one tool, or ask for --all.', 'See `toolwright list` for the names.');
  }
  const tools = await readTools(options, context);
  const print = (spec: ToolSpec) => lower(spec, dialect, context);
  const shown =
    tool === undefined
      ? Object.fromEntries(nameTools(tools).map(({ name, spec }) => [name, print(spec)]))
      : print(getTool(tool, tools));
  context.io.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
}

/** What the dialect cannot carry goes to standard error. */
function lower(spec: ToolSpec, dialect: Dialect, { io }: CommandContext): ToolSchema {
  const { schema, losses } = dialect.lower(spec.parameters);
  for (const { path, kind, message } of losses) {
    io.stderr.write(`${spec.name}${path}: ${kind} in ${dialect.name}: ${message}\n`);
  }
  return toToolSchema({ ...spec, parameters: schema });
}

async function findDialect(name: string): Promise<Dialect> {
  // Loaded here: no other command needs it.
  const { dialectNames, getDialect } = await import('@toolwright/schema');
  const known = dialectNames.find((candidate) => candidate === name);
  if (known !== undefined) return getDialect(known);
  const { problem, hint } = describeUnknown('Dialect', name, dialectNames);
  throw usage(problem, hint);
}

function usage(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('USAGE', message, { blame: 'user', hint });
}
