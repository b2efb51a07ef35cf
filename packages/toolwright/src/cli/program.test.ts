import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { quietProgram } from './cli.test.support.js';

const page = fileURLToPath(new URL('../../../../docs/cli.md', import.meta.url));

const program = quietProgram();

const INTRODUCTION = `# Command line

<!-- Made from the help of the commands; after a change there, run
     UPDATE_DOCS=1 npm run jest -- packages/toolwright/src/cli/program -->

\`npx toolwright <command> --help\` prints the same.
`;

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (more) => (text += more), getOutHelpWidth: () => 80 });
  command.outputHelp();
  return text.trim();
}

function docs(): string {
  const sections = program.commands.flatMap((command) => [
    `\n## toolwright ${command.name()}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\`\n`,
    ...command.commands.map((sub) => `\n\`\`\`text\n${helpOf(sub)}\n\`\`\`\n`),
  ]);
  return INTRODUCTION + sections.join('');
}

describe('the commands', () => {
  it('are those of the folder commands', () => {
    const folders = readdirSync(new URL('commands/', import.meta.url));
    expect(program.commands.map((command) => command.name()).sort()).toEqual(folders.sort());
  });

  it.each(program.commands.map((command) => [command.name(), command] as const))(
    '%s has a description, and help with examples that fits 80 columns',
    (name, command) => {
      expect(command.description()).toMatch(/^[a-z].*[^.]$/);
      expect(helpOf(command)).toContain(`\nExamples:\n  $ toolwright ${name}`);
      const lines = [command, ...command.commands].flatMap((one) => helpOf(one).split('\n'));
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
    },
  );

  it('are documented in docs/cli.md', () => {
    if (process.env.UPDATE_DOCS === '1') writeFileSync(page, docs());
    expect(readFileSync(page, 'utf8')).toBe(docs());
  });
});
