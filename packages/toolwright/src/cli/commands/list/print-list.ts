import { textStart } from '@toolwright/contract';
import type { CommandContext } from '../../command-context.js';
import type { ProjectOptions } from '../../project/project-options.js';
import { readTools } from '../../project/read-tools.js';
import { type NamedTool, nameTools } from '../../project/tool-names.js';
import { toToolSchema } from '../../project/tool-schema.js';

export interface ListOptions extends ProjectOptions {
  readonly format: 'pretty' | 'json';
  readonly json?: true;
}

/** Prints the tools of a project, as a table or as JSON with their schemas. */
export async function printList(options: ListOptions, context: CommandContext): Promise<void> {
  const tools = await readTools(options, context);
  const { stdout, stderr } = context.io;
  if (options.json || options.format === 'json') {
    const schemas = tools.map(({ spec }) => toToolSchema(spec));
    stdout.write(`${JSON.stringify(schemas, null, 2)}\n`);
  } else if (tools.length === 0) {
    stderr.write('No tools. Mark a method with @tool, or wrap a function in tool(…).\n');
  } else {
    stdout.write(formatTable(nameTools(tools), stdout.isTTY ? stdout.columns : undefined));
  }
}

/** Name, place and the first line of the description; lines are cut at the width of a terminal, and never elsewhere. */
function formatTable(tools: readonly NamedTool[], width = Number.POSITIVE_INFINITY): string {
  const rows = tools.map(({ name, spec }) => {
    const [summary = ''] = spec.description.split('\n', 1);
    return { name, place: `${spec.source.file}:${spec.source.line}`, summary };
  });
  const nameWidth = Math.max(...rows.map(({ name }) => name.length));
  const placeWidth = Math.max(...rows.map(({ place }) => place.length));
  return rows
    .map(({ name, place, summary }) => {
      const line = `${name.padEnd(nameWidth)}  ${place.padEnd(placeWidth)}  ${summary}`.trimEnd();
      return `${line.length > width ? `${textStart(line, width - 1)}…` : line}\n`;
    })
    .join('');
}
