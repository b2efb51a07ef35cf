import { parseArgs } from 'node:util';

/**
 * Reads the options of a bench. An unknown option or a bad value throws an error that explains it. All benches know `--runs` and `--write`.
 * @param {string[]} args
 * @param {{ runs: number }} defaults
 * @param {Record<string, { type: 'string', default?: string }>} [more] Options of this bench
 */
export function parseOptions(args, defaults, more = {}) {
  const { values } = parseArgs({
    // `pnpm bench codegen -- --runs 1` passes the dashes on.
    args: args.filter((arg) => arg !== '--'),
    options: {
      runs: { type: 'string', default: String(defaults.runs) },
      write: { type: 'boolean', default: false },
      ...more,
    },
  });
  return { ...values, runs: wholeNumber(values.runs, '--runs') };
}

/** `100,1000` → [100, 1000], ascending and without duplicates. */
export function numberList(text, option) {
  return [...new Set(text.split(',').map((part) => wholeNumber(part, option)))].sort((a, b) => a - b);
}

/**
 * Those of a list that an option names, or all of them without the option; `none` for an empty choice.
 * @template {{ id: string }} T
 * @param {T[]} all
 * @param {string | undefined} text Ids with commas between them
 * @param {string} option
 */
export function chosen(all, text, option) {
  if (text === undefined) return all;
  const wanted = text === 'none' ? [] : text.split(',');
  const ids = all.map(({ id }) => id);
  const unknown = wanted.filter((id) => !ids.includes(id));
  if (unknown.length > 0) {
    throw new Error(`${option}: no ${unknown.join(', ')}. Available: ${ids.join(', ')}.`);
  }
  return all.filter(({ id }) => wanted.includes(id));
}

function wholeNumber(text, option) {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`${option} takes whole numbers above zero, got '${text}'.`);
}
