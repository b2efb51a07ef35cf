import { type ResourceSpec, textStart, visibleLine } from '@toolwright/contract';
import type { Command } from '../../args/command.js';
import type { CommandContext } from '../../command-context.js';
import { PROJECT_OPTIONS, type ProjectOptions } from '../../project/project-options.js';
import { NO_TOOLS, type ProjectContent, readProject, toToolSchema } from '../../project/read-project.js';
import { nameTools } from '../../project/tool-names.js';

const EXAMPLES = `
Examples:
  $ toolwright list
  $ toolwright list --json | jq -r ".[].name"
  $ toolwright list --resources --json

Reads the tools and resources from the sources. Requires no build and writes
nothing.`;

interface ListOptions extends ProjectOptions {
  readonly format: 'pretty' | 'json';
  readonly json?: true;
  readonly resources?: true;
}

export const listCommand: Command<ListOptions> = {
  description: 'list the tools and resources of a project, and their locations',
  options: [
    ...PROJECT_OPTIONS,
    ['--format <format>', 'format of the list', { choices: ['pretty', 'json'], default: 'pretty' }],
    ['--json', 'short for --format json: names, descriptions and schemas'],
    ['--resources', 'list only the resources'],
  ],
  notes: EXAMPLES,
  run: (options, _words, context) => printList(options, context),
};

async function printList(options: ListOptions, context: CommandContext): Promise<void> {
  const content = await readProject(options, context);
  const tools = options.resources ? [] : content.tools;
  const { resources } = content;
  const { stdout, stderr } = context.io;
  if (options.json || options.format === 'json') {
    const listed = options.resources
      ? resources.map(toResourceSchema)
      : tools.map(({ spec }) => ({ ...toToolSchema(spec), ...(spec.proved && { proved: spec.proved }) }));
    stdout.write(`${JSON.stringify(listed, null, 2)}\n`);
  } else if (tools.length + resources.length === 0) {
    stderr.write(options.resources ? NO_RESOURCES : NO_TOOLS);
  } else {
    stdout.write(formatTable({ tools, resources }, stdout.isTTY ? stdout.columns : undefined));
  }
}

const NO_RESOURCES = "No resources. Mark a method with @resource('docs://…').\n";

function toResourceSchema({
  name,
  uri,
  description,
  mimeType,
  parameters,
}: ResourceSpec): Omit<ResourceSpec, 'annotations' | 'source'> {
  return { name, uri, description, ...(mimeType && { mimeType }), parameters };
}

/** Formats name or URI, location, and the first line of the description. Truncates lines only to the width of a terminal. */
function formatTable({ tools, resources }: ProjectContent, width = Number.POSITIVE_INFINITY): string {
  const named = [...nameTools(tools), ...resources.map((spec) => ({ name: spec.uri, spec }))];
  const rows = named.map(({ name, spec }) => {
    const [summary = ''] = spec.description.split('\n', 1);
    const place = `${spec.source.file}:${spec.source.line}`;
    return { name: visibleLine(name), place: visibleLine(place), summary: visibleLine(summary) };
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
