import { textStart } from '@toolwright/contract';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { addProjectOptions, type ProjectOptions, readTools, toToolSchema } from '../../project/read-tools.js';
import { type NamedTool, nameTools } from '../../project/tool-names.js';

const EXAMPLES = `
Examples:
  $ toolwright list
  $ toolwright list --json | jq -r ".[].name"

Reads the tools from the sources: you need no build, and it writes nothing.`;

interface ListOptions extends ProjectOptions {
  readonly format: 'pretty' | 'json';
  readonly json?: true;
}

export function addListCommand(program: Command, context: CommandContext): void {
  addProjectOptions(program.command('list'))
    .description('list the tools of a project and where they are')
    .addOption(
      new Option('--format <format>', 'format of the list').choices(['pretty', 'json']).default('pretty'),
    )
    .option('--json', 'short for --format json: names, descriptions and schemas')
    .addHelpText('after', EXAMPLES)
    .action((options: ListOptions) => printList(options, context));
}

async function printList(options: ListOptions, context: CommandContext): Promise<void> {
  const tools = await readTools(options, context);
  const { stdout, stderr } = context.io;
  if (options.json || options.format === 'json') {
    stdout.write(
      `${JSON.stringify(
        tools.map(({ spec }) => toToolSchema(spec)),
        null,
        2,
      )}\n`,
    );
  } else if (tools.length === 0) {
    stderr.write('No tools. Mark a method with @tool, or wrap a function in tool(…).\n');
  } else {
    stdout.write(formatTable(nameTools(tools), stdout.isTTY ? stdout.columns : undefined));
  }
}

/** Name, place and the first line of the description. Lines are truncated to the width of a terminal, and never elsewhere. */
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
