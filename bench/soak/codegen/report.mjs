import { soakCodegen } from './soak-codegen.mjs';

/** Attacks the caches of codegen; false if a run differs from a fresh one. */
export async function reportCodegen({ count: steps = 500, seed = Math.floor(Math.random() * 2 ** 32) }) {
  const begun = performance.now();
  console.log(`${steps} steps; repeat them with --seed ${seed}`);
  const onStep = (step) => {
    if (step % 50 === 0) console.log(`${step} steps`);
  };
  const { counts, kept, problems, dir } = await soakCodegen({ steps, seed, onStep });
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  const done = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  console.log(`${seconds} s; runs: ${done.join(', ')}; ${kept} more came from the cache alone`);
  for (const { step, log, problem } of problems)
    console.log(`Step ${step} (${dir}):\n- ${log.join('\n- ')}\n${problem}`);
  console.log(
    problems.length === 0 ? 'Every run gave what a fresh run gives.' : 'NOT what a fresh run gives',
  );
  return problems.length === 0;
}
