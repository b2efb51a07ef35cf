import { Chalk } from 'chalk';
import { createPalette, escapeCodes } from './palette.js';

const TEXTS = ['', 'one line', 'two\nlines', 'two\r\nlines\n', '\n'];

// M3
it('text is coloured as by chalk where chalk cannot be loaded', () => {
  const chalk = new Chalk({ level: 1 });
  for (const text of TEXTS) {
    expect(escapeCodes(['cyan'])(text)).toBe(chalk.cyan(text));
    expect(escapeCodes(['bold', 'green'])(text)).toBe(chalk.bold.green(text));
    expect(escapeCodes(['dim', 'italic'])(text)).toBe(chalk.dim.italic(text));
    expect(createPalette(true).reasoning(text)).toBe(chalk.dim.italic(text));
    expect(createPalette(false).reasoning(text)).toBe(text);
  }
});
