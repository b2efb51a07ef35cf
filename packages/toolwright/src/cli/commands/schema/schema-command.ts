import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { addProjectOptions } from '../../project/project-options.js';
import { printSchemas, type SchemaOptions } from './print-schemas.js';

const EXAMPLES = `
Examples:
  $ toolwright schema forecast
  $ toolwright schema Weather.forecast
  $ toolwright schema --all --dialect openai > tools.json

Class.method means one of several tools of the same name. The schemas are read
from the sources: nothing has to be built, and nothing is written.`;

export function addSchemaCommand(program: Command, context: CommandContext): void {
  addProjectOptions(program.command('schema'))
    .description('print name, description, parameters and output of a tool as JSON')
    .argument('[tool]', 'its name, or Class.method')
    .option('--all', 'all tools, as an object by name')
    .option('--dialect <name>', 'the parameters as a provider takes them, e.g. openai', 'json-schema')
    .addHelpText('after', EXAMPLES)
    .action((tool: string | undefined, options: SchemaOptions) => printSchemas(tool, options, context));
}
