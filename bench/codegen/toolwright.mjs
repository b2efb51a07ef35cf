import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runToEnd } from '../measure/run-to-end.mjs';
import { nodeCommand } from './contestant.mjs';

/** The package that generated projects import, linked into their node_modules. */
export const toolwrightPackage = fileURLToPath(new URL('../../packages/toolwright', import.meta.url));

const cli = join(toolwrightPackage, 'bin', 'toolwright.js');
const OUT = 'src/toolwright.gen.ts';
const CACHE = 'node_modules/.cache/toolwright';
const CODEGEN = ['codegen', '--project', 'tsconfig.json', '--out', OUT];
/** A line in the documentation of a method, and a property of a type that other methods of the class take. */
const EDITED_LINE = /^ {3}\* .* only(?: \(edition \d+\))?\.$/m;
const EDITED_PROPERTY = /\btitleContains\d*(?=\?:)/;

const shared = {
  form: 'positional',
  usage: `\`toolwright ${CODEGEN.join(' ')}\``,
  command: (folder) => nodeCommand(cli, CODEGEN, folder),
  output: (folder) => readFileSync(join(folder, OUT), 'utf8'),
};

/** @type {import('./contestant.mjs').Contestant} Neither cache nor output is there; the run writes both. */
const cold = {
  ...shared,
  id: 'toolwright-cold',
  title: 'toolwright, cold',
  prepare(folder) {
    rmSync(join(folder, CACHE), { recursive: true, force: true });
    rmSync(join(folder, OUT), { force: true });
  },
};

/** @type {import('./contestant.mjs').Contestant} */
const unchanged = { ...shared, id: 'toolwright-unchanged', title: 'toolwright, nothing changed', warmUp };

/** @type {import('./contestant.mjs').Contestant} Another edition of one class file each time. */
const changed = {
  ...shared,
  id: 'toolwright-changed',
  title: 'toolwright, one file changed',
  warmUp,
  prepare(folder, round) {
    const file = join(folder, 'src/tools/billing-account-tools.ts');
    const text = readFileSync(file, 'utf8');
    const edited = text
      .replace(EDITED_LINE, `   * Billing account only (edition ${round}).`)
      .replace(EDITED_PROPERTY, `titleContains${round}`);
    writeFileSync(file, edited);
  },
  mark: (round) => `(edition ${round})`,
};

/** Our own rows; those that need the cache only where the command line has one. */
export function toolwrightContestants() {
  return hasCache() ? [cold, unchanged, changed] : [cold];
}

function hasCache() {
  if (!existsSync(cli)) return false;
  const { stdout } = spawnSync(process.execPath, [cli, 'codegen', '--help'], { encoding: 'utf8' });
  return stdout.includes('--no-cache');
}

async function warmUp(folder) {
  const { failure } = await runToEnd(shared.command(folder), 10 * 60_000);
  if (failure !== undefined) throw new Error(failure);
}
