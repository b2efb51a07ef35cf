/** `pnpm soak agent|codegen|types [count] [--seed number]`: long runs that look for what short tests miss. */
import { parseArgs } from 'node:util';
import { reportAgent } from './agent/report.mjs';
import { reportCodegen } from './codegen/report.mjs';
import { reportTypes } from './types.mjs';

const SOAKS = { agent: reportAgent, codegen: reportCodegen, types: reportTypes };
const { positionals, values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: { seed: { type: 'string' } },
  allowPositionals: true,
});
const [name, ...numbers] = [...positionals, ...(values.seed === undefined ? [] : [values.seed])];
const soak = Object.hasOwn(SOAKS, name ?? '') ? SOAKS[name] : undefined;
if (soak === undefined || numbers.some((text) => !(Number.isInteger(Number(text)) && Number(text) > 0))) {
  console.error(`Usage: pnpm soak ${Object.keys(SOAKS).join('|')} [count] [--seed number]`);
  process.exit(2);
}
const [count] = positionals.slice(1).map(Number);
const seed = values.seed === undefined ? undefined : Number(values.seed);
process.exitCode = (await soak({ count, seed })) ? 0 : 1;
