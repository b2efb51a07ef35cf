import { parseArgs } from 'node:util';

/**
 * Reads the options of a bench; throws a sentence on an unknown option or a bad value. All benches know `--runs` and `--write`.
 * @param {string[]} args
 * @param {{ runs: number }} defaults
 * @param {Record<string, { type: 'string', default?: string }>} [more] Options of this bench
 */
export function parseOptions(args, defaults, more = {}) {
  const { values } = parseArgs({
    // `pnpm bench codegen -- --runs 1` hands on the dashes.
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

function wholeNumber(text, option) {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`${option} takes whole numbers above zero, got '${text}'.`);
}
