import { Agent } from 'toolwright';
import { createErrors } from './errors.mjs';
import { createWire } from './wire.mjs';
import { effectKey, World } from './world/world.mjs';

/** The model requests that a task may take. */
const MAX_REQUESTS = 60;

/**
 * Does one task in one way, and compares the world and the answer with what the task expects.
 * @param {object} task See tasks.mjs
 * @param {object} mode See modes.mjs
 * @param {{ mistakes: number, slips: number, seed: number }} rates See errors.mjs
 */
export async function runTask(task, mode, rates) {
  const world = new World(task.faults);
  mode.shop.enter(world);
  const { client, spent } = createWire(mode.createModel(task, createErrors(task, rates)));
  const agent = new Agent({
    llmClient: client,
    toolRegistry: mode.source,
    maxIterations: MAX_REQUESTS,
    ...mode.config,
  });
  let result = await agent.run(task.question);
  while (result.status === 'paused') {
    const decisions = result.paused.pending.map((call) => [call.callId, decide(call, task)]);
    result = await agent.resume(result.paused, Object.fromEntries(decisions));
  }
  return { ...spent, faultsLeft: world.faultsLeft, ...(await judge(task, world, result, mode.shop)), result };
}

function decide({ name }, { denies = [] }) {
  return denies.includes(name)
    ? { approved: false, reason: 'The head of the shop says no.' }
    : { approved: true };
}

async function judge({ expect }, world, { status, finalResponse }, shop) {
  const fresh = new World();
  const { effects, answer } = expect(fresh);
  shop.enter(fresh);
  for (const [name, ...args] of effects) await shop.call(name, args);
  const keys = effects.map(([name, ...args]) => effectKey(name, args));
  const wanted = new Set(keys);
  const done = new Set(world.effects);
  const wrong = world.effects.filter((key) => !wanted.has(key)).length;
  const doubled = world.effects.length - done.size;
  const missing = keys.filter((key) => !done.has(key)).length;
  const isSame = world.snapshot() === fresh.snapshot();
  const text = answer === undefined ? 'Done.' : `Done: ${JSON.stringify(answer)}`;
  const right = status === 'completed' && finalResponse === text && isSame && wrong + doubled + missing === 0;
  return { right, wrong, doubled, missing };
}
