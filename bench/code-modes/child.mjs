/** Runs one scenario in one product: `node child.mjs <product> <scenario> <folder> [resume]`. Prints what happened as JSON after `@@`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { SCENARIOS } from './scenarios.mjs';

const PATIENCE_MS = 20_000;
const CLOSE_MS = 2000;

const [product, index, folder, isResumed] = process.argv.slice(2);
const { code, ms, pauses, decide, elsewhere, times = 1 } = SCENARIOS[Number(index)];
const paused = join(folder, 'paused.json');
const { create } = await import(`./contestants/${product}.mjs`);
const contestant = create({ ms, pauses, folder });
await contestant.calls();

const durations = [];
const wait = watchHost();
const work = isResumed ? resume() : run();
const ended = await Promise.race([work, sleep(PATIENCE_MS).then(() => ({ kind: 'endless' }))]);
if (ended.kind === 'paused') writeFileSync(paused, JSON.stringify(ended.state));
const calls = await Promise.race([contestant.calls(), sleep(CLOSE_MS).then(() => [])]);
const { state, ...rest } = ended;
const report = { ended: rest, calls, durations, waited: wait() };
await new Promise((resolve) => process.stdout.write(`\n@@${JSON.stringify(report)}\n`, resolve));
await Promise.race([contestant.close(), sleep(CLOSE_MS)]);
process.exit(0);

function resume() {
  return contestant.resume(JSON.parse(readFileSync(paused, 'utf8')), decide);
}

async function run() {
  let last;
  for (let n = 0; n < times; n += 1) {
    const start = performance.now();
    last = await contestant.run(times === 1 ? code : `${code} // ${n}`);
    durations.push(performance.now() - start);
  }
  if (decide === undefined || elsewhere) return last;
  let questions = 0;
  while (last.kind === 'paused') {
    questions += 1;
    last = await contestant.resume(JSON.parse(JSON.stringify(last.state)), decide);
  }
  return { ...last, questions };
}

/** Asks the host for something else again and again. The returned function tells the longest wait, in milliseconds. */
function watchHost() {
  let longest = 0;
  let since = performance.now();
  const ask = async () => {
    for (;;) {
      since = performance.now();
      await sleep(10);
      await contestant.calls();
      longest = Math.max(longest, performance.now() - since - 10);
    }
  };
  // An answer that fails is one that the closed host owes.
  ask().catch(() => {});
  return () => Math.max(longest, performance.now() - since - 10);
}
