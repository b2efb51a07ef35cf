import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage, isToolwrightError } from '@toolwright/contract';
import { createRedaction } from '@toolwright/redaction';
import { createProject } from './create-project.js';
import { describeProject } from './describe-project.js';
import { isTemplateName, TEMPLATE_NAMES, TEMPLATES } from './templates.js';

/** The parts of a process that the command needs. */
export interface CreateIo {
  cwd(): string;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

const USAGE = `Usage: npm create toolwright [folder] -- [--template <name>]
       create-toolwright [folder] [--template <name>]

Creates a project in the folder (default: the current one): package.json, tsconfig.json,
a class of tools and a program that runs. It never overwrites a file.

Options:
  -t, --template <name>  ${TEMPLATE_NAMES.join(', ')} (default: quickstart)
  -h, --help             shows this text

Templates:
${TEMPLATE_NAMES.map((name) => `  ${name.padEnd(11)} ${TEMPLATES[name].commands[0].effect}`).join('\n')}

Examples:
  create-toolwright my-agent
  create-toolwright my-server --template mcp-server
`;

/**
 * Implements `create-toolwright [folder] [--template name]`.
 * @param args The arguments without the name of the program.
 * @returns The exit code: 0, 1 after an error, or 2 if the arguments are invalid.
 */
export function main(args: readonly string[], io: CreateIo): number {
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    io.stderr.write(`error: ${parsed}\n\n${USAGE}`);
    return 2;
  }
  const { folder, template, help } = parsed;
  if (help) {
    io.stdout.write(USAGE);
    return 0;
  }
  try {
    const absolute = path.resolve(io.cwd(), folder);
    const project = createProject({ folder: absolute, template, version: readVersion() });
    io.stdout.write(describeProject({ ...project, steps: [...enter(folder), ...project.steps] }));
    return 0;
  } catch (error) {
    const hint = isToolwrightError(error) && error.hint ? `\nfix: ${error.hint}` : '';
    // An error about package.json may quote some of its text.
    io.stderr.write(createRedaction().redact(`error: ${errorMessage(error)}${hint}\n`));
    return 1;
  }
}

/** Returns the arguments, or a message about what is wrong with them. */
function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        template: { type: 'string', short: 't', default: 'quickstart' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const { template, help } = values;
    if (positionals.length > 1) return `expected one folder, got ${positionals.join(', ')}`;
    if (!isTemplateName(template)) {
      return `template '${template}' does not exist; templates: ${TEMPLATE_NAMES.join(', ')}`;
    }
    return { folder: positionals[0] ?? '.', template, help };
  } catch (error) {
    return errorMessage(error);
  }
}

function enter(folder: string): string[] {
  return path.resolve(folder) === path.resolve('.') ? [] : [`cd ${folder}`];
}

/** Returns the version of this package and of all others, which are released together. */
function readVersion(): string {
  const manifest = new URL('../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }; // our own file
  return version;
}
