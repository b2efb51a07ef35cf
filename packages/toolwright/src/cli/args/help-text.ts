import type { Command } from './command.js';
import { GLOBAL_OPTIONS, parseFlags } from './option-flags.js';

type Row = readonly [term: string, description: string];

/**
 * Returns the help text of a command.
 * @param path the words that lead to the command, e.g. `toolwright mcp lock`
 * @param width the width of the terminal in characters
 */
export async function helpText(command: Command, path: string, width = 80): Promise<string> {
  const { description, parameters = [], notes = '' } = command;
  const isProgram = !path.includes(' ');
  const sections: readonly (readonly [title: string, rows: readonly Row[]])[] = [
    ['Arguments', parameterRows(command)],
    ['Options', optionRows(command, isProgram)],
    ['Commands', await commandRows(command)],
  ];
  const termWidth = Math.max(...sections.flatMap(([, rows]) => rows.map(([term]) => term.length)));
  const shown = sections
    .filter(([, rows]) => rows.length > 0)
    .map(([title, rows]) =>
      [`${title}:`, ...rows.map((row) => shownRow(row, termWidth, width)), ''].join('\n'),
    );
  const usage = [
    path,
    '[options]',
    ...(command.commands ? ['[command]'] : []),
    ...parameters.map(([name]) => name),
  ];
  return [
    `Usage: ${usage.join(' ')}\n`,
    `${wrap(description, width).join('\n')}\n`,
    ...shown,
    `${notes.trim()}\n`,
  ].join('\n');
}

function parameterRows({ parameters = [] }: Command): readonly Row[] {
  return parameters
    .filter(([, description]) => description !== '')
    .map(([usage, description]) => [usage.replace(/[<>[\].]/g, ''), description]);
}

function optionRows({ options = [] }: Command, isProgram: boolean): readonly Row[] {
  const own = options.map(parseFlags).map(({ flags, description, settings }): Row => {
    const facts = [
      ...(settings.choices
        ? [`choices: ${settings.choices.map((choice) => JSON.stringify(choice)).join(', ')}`]
        : []),
      ...(settings.default === undefined ? [] : [`default: ${JSON.stringify(settings.default)}`]),
    ];
    return [flags, facts.length === 0 ? description : `${description} (${facts.join(', ')})`];
  });
  return [...own, ...(isProgram ? GLOBAL_OPTIONS : GLOBAL_OPTIONS.slice(-1))];
}

async function commandRows({ commands, run }: Command): Promise<readonly Row[]> {
  if (commands === undefined) return [];
  const rows: Row[] = [];
  for (const [name, load] of Object.entries(commands)) {
    const { options = [], parameters = [], description } = await load();
    const words = [name, ...(options.length > 0 ? ['[options]'] : []), ...parameters.map(([usage]) => usage)];
    rows.push([words.join(' '), description]);
  }
  return run === undefined ? [...rows, ['help [command]', 'print help for a command']] : rows;
}

function shownRow([term, description]: Row, termWidth: number, width: number): string {
  const indent = ' '.repeat(termWidth + 4);
  const lines = wrap(description, width - indent.length);
  return `  ${term.padEnd(termWidth)}  ${lines.join(`\n${indent}`)}`;
}

/** Narrower columns are not wrapped, because wrapping would make them harder to read. */
const NARROWEST = 40;

function wrap(text: string, width: number): readonly string[] {
  if (width < NARROWEST) return [text];
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
