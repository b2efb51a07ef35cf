import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packedProject } from '../measure/packed-project.mjs';
import { runToEnd } from '../measure/run-to-end.mjs';
import { median } from '../report/statistics.mjs';
import { nodeCommand } from './contestant.mjs';

/** Toolwright as users have it: packed, and installed by npm. It is installed once, before the first measurement. */
let installed;

/** The package that generated projects import, linked into their node_modules. */
export const toolwrightPackage = () => join(installed.folder, 'node_modules/toolwright');

const cli = () => join(toolwrightPackage(), 'bin', 'toolwright.js');

/** Packs and installs the packages. Call the returned function at the end. */
export async function installToolwright() {
  installed = await packedProject({});
  return installed.remove;
}

/** Reports which tools codegen finds and which it refuses. */
export const reportCommand = (folder) =>
  nodeCommand(cli(), [...CODEGEN, '--no-cache', '--format', 'json'], folder);

const OUT = 'src/toolwright.gen.ts';
const CACHE = 'node_modules/.cache/toolwright';
const SOURCES = ['--project', 'tsconfig.json', '--out', OUT];
const CODEGEN = ['codegen', ...SOURCES];
/** Matches a line in the documentation of a method, and a property of a type that other methods of the class take. */
const EDITED_LINE = /^ {3}\* .* only(?: \(edition [\d.]+\))?\.$/m;
const EDITED_PROPERTY = /\btitleContains\d*(?=\?:)/;

/** A compiler that has just started is slow. */
const WARM_EDITS = 5;
const EDITS = 7;

const shared = {
  form: 'positional',
  usage: `\`toolwright ${CODEGEN.join(' ')}\``,
  command: (folder) => nodeCommand(cli(), CODEGEN, folder),
  output: (folder) => readFileSync(join(folder, OUT), 'utf8'),
};

/** @type {import('./contestant.mjs').Contestant} Neither cache nor output exists; the run writes both. */
const cold = {
  ...shared,
  anyProject: true,
  id: 'toolwright-cold',
  title: 'toolwright, cold',
  prepare(folder) {
    rmSync(join(folder, CACHE), { recursive: true, force: true });
    rmSync(join(folder, OUT), { force: true });
  },
};

/** @type {import('./contestant.mjs').Contestant} As in CI: without the compiled code of the compiler that later runs on a machine use. */
const first = {
  ...cold,
  id: 'toolwright-first',
  title: 'toolwright, cold, first run on the machine',
  usage: `${cold.usage} with \`NODE_DISABLE_COMPILE_CACHE=1\``,
  command: (folder) => ({ ...cold.command(folder), env: { NODE_DISABLE_COMPILE_CACHE: '1' } }),
};

/** @type {import('./contestant.mjs').Contestant} */
const unchanged = {
  ...shared,
  anyProject: true,
  id: 'toolwright-unchanged',
  title: 'toolwright, nothing changed',
  warmUp: settle,
};

/** @type {import('./contestant.mjs').Contestant} The lock that codegen would write is on disk. */
const diff = {
  form: 'positional',
  id: 'toolwright-diff',
  title: 'toolwright diff, nothing changed',
  usage: '`toolwright diff`, after `toolwright lock`',
  command: (folder) => nodeCommand(cli(), ['diff', ...SOURCES], folder),
  output: (folder) => readFileSync(join(folder, 'src/tools.lock.json'), 'utf8'),
  async warmUp(folder) {
    // The second run sees the sources beside the new lock.
    for (const command of ['lock', 'lock', 'diff'])
      await runFirst(nodeCommand(cli(), [command, ...SOURCES], folder));
  },
};

/** @type {import('./contestant.mjs').Contestant} Each run finds another edition of one class file. */
const changed = {
  ...shared,
  id: 'toolwright-changed',
  title: 'toolwright, one file changed',
  warmUp,
  prepare: (folder, round) => edit(folder, String(round)),
  mark: (round) => `(edition ${round})`,
};

/** @type {import('./contestant.mjs').Contestant} Edits of a file while `--watch` runs with a warm compiler. */
const watched = {
  ...shared,
  id: 'toolwright-watch',
  title: 'toolwright `--watch`, from an edit to the rewritten manifest',
  usage: '`toolwright codegen --watch`, the median of some edits of one file after some others',
  measure: measureWatch,
  mark: (round) => `(edition ${round}.${WARM_EDITS + EDITS - 1})`,
};

/** @type {import('./contestant.mjs').Contestant} The project whose methods call two functions each, for comparison. */
const helpersCold = {
  ...cold,
  anyProject: false,
  form: 'helpers',
  id: 'toolwright-helpers',
  title: 'toolwright, cold, two more functions for each method',
};

const effectsCommand = (folder) => nodeCommand(cli(), [...CODEGEN, '--effects'], folder);

/** @type {import('./contestant.mjs').Contestant} */
const effectsCold = {
  ...helpersCold,
  id: 'toolwright-effects',
  title: 'toolwright `--effects`, cold, the same project',
  usage: `\`toolwright ${CODEGEN.join(' ')} --effects\``,
  command: effectsCommand,
};

/** @type {import('./contestant.mjs').Contestant} */
const effectsUnchanged = {
  ...effectsCold,
  id: 'toolwright-effects-unchanged',
  title: 'toolwright `--effects`, nothing changed',
  prepare: undefined,
  warmUp: (folder) => settle(folder, effectsCommand),
};

/** Toolwright's own rows. */
export const toolwrightContestants = [
  ...[cold, first, unchanged, diff, changed, watched],
  ...[helpersCold, effectsCold, effectsUnchanged],
];

async function measureWatch(folder, round) {
  const child = startWatch(folder);
  try {
    await child.nextRun();
    const times = [];
    for (let count = 0; count < WARM_EDITS + EDITS; count += 1) {
      // As people do: an edit does not follow the last output at once.
      await sleep(100);
      const run = child.nextRun();
      const begun = performance.now();
      edit(folder, `${round}.${count}`);
      await run;
      if (count >= WARM_EDITS) times.push(performance.now() - begun);
    }
    return { wallMs: median(times) };
  } finally {
    child.end();
  }
}

/** Codegen prints the name of the file after it has written it. */
function startWatch(folder) {
  const child = spawn(process.execPath, [cli(), ...CODEGEN, '--watch'], { cwd: folder });
  let said = '';
  let onRun = () => {};
  let onFailure = () => {};
  child.stdout.on('data', () => onRun());
  child.stderr.on('data', (text) => (said += text));
  child.on('close', (code) => onFailure(new Error(`it ended with ${code}: ${said.trim().slice(0, 200)}`)));
  const kill = () => child.kill();
  process.once('exit', kill);
  return {
    nextRun: () =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => onFailure(new Error('nothing was written within 60 s')), 60_000);
        const settle = (how) => (outcome) => {
          clearTimeout(limit);
          how(outcome);
        };
        onRun = settle(resolve);
        onFailure = settle(reject);
      }),
    end: () => {
      process.off('exit', kill);
      kill();
    },
  };
}

function edit(folder, edition) {
  const file = join(folder, 'src/tools/billing-account-tools.ts');
  const text = readFileSync(file, 'utf8');
  const edited = text
    .replace(EDITED_LINE, `   * Billing account only (edition ${edition}).`)
    .replace(EDITED_PROPERTY, `titleContains${edition.replace('.', '')}`);
  writeFileSync(file, edited);
}

async function warmUp(folder, command = shared.command) {
  await runFirst(command(folder));
}

/** Files as young as their first run are compared by content, and only the run after that can rely on their time stamps. */
async function settle(folder, command = shared.command) {
  await warmUp(folder, command);
  await sleep(UNSETTLED_MS);
  await warmUp(folder, command);
}

/** Codegen trusts no time stamp that is younger: file systems may have a clock of two seconds. */
const UNSETTLED_MS = 3_500;

async function runFirst(command) {
  const { failure } = await runToEnd(command, 10 * 60_000);
  if (failure !== undefined) throw new Error(failure);
}
