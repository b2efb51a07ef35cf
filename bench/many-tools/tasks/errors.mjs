import { createRandom } from '../../random.mjs';
import { evaluate, uses } from './plan.mjs';

/** Above this number of records, a model may overlook one. */
const OVERSEEN = 20;

/**
 * The errors of a model at a task, the same for the same seed.
 * @param {{ name: string }} task
 * @param {{ mistakes: number, slips: number, seed: number }} rates `mistakes`: the share of replies with a wrong name; `slips`: the share of
 * values that are wrong if they are read off many records without a program
 */
export function createErrors({ name }, { mistakes, slips, seed }) {
  const happens = (place, rate) => createRandom(hash(`${seed} ${name} ${place}`)).chance(rate);
  return {
    isMistaken: (turn) => happens(turn, mistakes),
    /** Evaluates an expression by reading. */
    read(expression, values) {
      const value = evaluate(expression, values);
      const read = [...values].filter(([key, one]) => Array.isArray(one) && uses(expression, key));
      const records = read.reduce((sum, [, list]) => sum + list.length, 0);
      return records > OVERSEEN && happens(expression, slips) ? slipped(value) : value;
    },
  };
}

/** One record is overlooked. */
function slipped(value) {
  if (typeof value === 'number') return value + 1;
  return Array.isArray(value) ? value.slice(0, -1) : value;
}

/** The first argument has a name that the tool does not know; without arguments, the tool does. */
export function withMistake([{ name, args }, ...others]) {
  const [first, ...rest] = Object.entries(args);
  if (first === undefined) return [{ name: name.slice(0, -1), args }, ...others];
  const [key, value] = first;
  return [{ name, args: Object.fromEntries([[`${key}Id`, value], ...rest]) }, ...others];
}

/** The last call of a program has a name that no tool has. */
export function misspelt(code) {
  return code.replace(/(tools\.\w+)(?![\s\S]*tools\.)/, '$1s');
}

function hash(text) {
  return [...text].reduce((sum, sign) => (Math.imul(sum, 31) + sign.charCodeAt(0)) >>> 0, 7);
}
