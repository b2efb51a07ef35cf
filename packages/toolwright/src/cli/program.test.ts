import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from './args/command.js';
import { helpText } from './args/help-text.js';
import { PROGRAM } from './program.js';

const page = fileURLToPath(new URL('../../../../docs/cli.md', import.meta.url));

const INTRODUCTION = `# Command line

<!-- Made from the help of the commands; after a change there, run
     UPDATE_DOCS=1 npm run jest -- packages/toolwright/src/cli/program -->

\`npx toolwright <command> --help\` prints the same.
`;

interface Shown {
  readonly name: string;
  readonly command: Command;
  /** Its own help, then that of its commands. */
  readonly helps: readonly string[];
}

const commands: Shown[] = [];
for (const [name, load] of Object.entries(PROGRAM.commands ?? {})) {
  const command = await load();
  const helps = [await helpText(command, `toolwright ${name}`)];
  for (const [own, loadOwn] of Object.entries(command.commands ?? {}))
    helps.push(await helpText(await loadOwn(), `toolwright ${name} ${own}`));
  commands.push({ name, command, helps });
}

function docs(): string {
  const sections = commands.map(
    ({ name, helps }) =>
      `\n## toolwright ${name}\n${helps.map((text) => `\n\`\`\`text\n${text.trim()}\n\`\`\`\n`).join('')}`,
  );
  return INTRODUCTION + sections.join('');
}

describe('the commands', () => {
  it('are those of the folder commands', () => {
    const folders = readdirSync(new URL('commands/', import.meta.url));
    expect(commands.map(({ name }) => name).sort()).toEqual(folders.sort());
  });

  it.each(commands)(
    '$name has a description, and help with examples that fits 80 columns',
    ({ name, command, helps }) => {
      expect(command.description).toMatch(/^[a-z].*[^.]$/);
      expect(helps[0]).toContain(`\nExamples:\n  $ toolwright ${name}`);
      const lines = helps.flatMap((text) => text.split('\n'));
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
    },
  );

  it('are documented in docs/cli.md', () => {
    if (process.env.UPDATE_DOCS === '1') writeFileSync(page, docs());
    expect(readFileSync(page, 'utf8')).toBe(docs());
  });
});
