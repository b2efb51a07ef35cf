import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generate } from '@toolwright/codegen';
import { createModes } from './modes.mjs';
import { runTask } from './run-task.mjs';
import { GROUPS, TASKS } from './tasks.mjs';
import { effectKey, World } from './world/world.mjs';

const PERFECT = { mistakes: 0, slips: 0, seed: 1 };
const modes = createModes();
/** The entry with a name, which must exist. */
function named<T>(list: readonly T[], isNamed: (one: T) => boolean): T {
  const found = list.find(isNamed);
  if (found === undefined) throw new Error('Nothing has this name.');
  return found;
}
const taskOf = (name: string) => named(TASKS, (task) => task.name === name);
const modeOf = (name: string) => named(modes, ({ id }) => id === name);
const allTools = modeOf('all tools');
const program = modeOf('code mode');

// J8
describe('the set of tasks', () => {
  it('has at least 30 tasks, 60 tools and a world that is the same each time', async () => {
    expect(TASKS.length).toBeGreaterThanOrEqual(30);
    expect(new Set(TASKS.map(({ name }) => name)).size).toBe(TASKS.length);
    expect(allTools.source.listTools().length).toBeGreaterThanOrEqual(60);
    expect(new World().snapshot()).toBe(new World().snapshot());
    expect(JSON.stringify(new World().orders).length).toBeGreaterThan(35_000);
  });

  it('has a company whose tools are generated from its classes', async () => {
    const cwd = fileURLToPath(new URL('world/', import.meta.url));
    const out = 'toolwright.gen.mjs';
    const { output } = await (await generate({ cwd, out, cache: false })).result();
    expect(readFileSync(`${cwd}${out}`, 'utf8')).toBe(output);
  });

  const ways = [allTools, modeOf('search'), program].map((mode) => ({ id: mode.id, mode }));
  it.each(ways)('is done without errors by a model with $id if no service fails', async ({ mode }) => {
    const failed = [];
    for (const { faults: _, ...task } of TASKS) {
      const { right, faultsLeft, result } = await runTask(task, mode, PERFECT);
      if (!right || faultsLeft.length > 0) failed.push([task.name, result.finalResponse]);
    }
    expect(failed).toEqual([]);
  });

  it('has faults that happen, and counts what is done twice', async () => {
    for (const task of GROUPS.fault ?? []) {
      const { faultsLeft } = await runTask(task, allTools, PERFECT);
      expect([task.name, faultsLeft]).toEqual([task.name, []]);
    }
    const task = taskOf('reminder-unanswered');
    const doubledIn = async (mode: (typeof modes)[number]) => (await runTask(task, mode, PERFECT)).doubled;
    // The call without an answer; in a program that is written again, all 15 calls, unless repeated calls are not made.
    expect([
      await doubledIn(allTools),
      await doubledIn(program),
      await doubledIn(modeOf('code mode, `dedupe`')),
    ]).toEqual([1, 15, 1]);
  });

  it('counts effects that nobody asked for, and those that are missing', async () => {
    const task = taskOf('credit');
    const expected = { effects: [['grantCredit', 'c4', 25]] };
    const outcome = await runTask({ ...task, expect: () => expected }, allTools, PERFECT);
    expect(outcome).toMatchObject({ right: false, wrong: 1, doubled: 0, missing: 1 });
  });

  it('gets wrong effects from slips in reading, and only more requests from wrong names', async () => {
    const audit = taskOf('audit');
    const slipped = await runTask(audit, allTools, { ...PERFECT, slips: 1 });
    expect(slipped).toMatchObject({ right: false, wrong: 1, missing: 1 });
    expect(await runTask(audit, program, { ...PERFECT, slips: 1 })).toMatchObject({
      right: true,
      requests: 2,
    });
    const chain = taskOf('cheapest');
    for (const mode of [allTools, program]) {
      const plain = await runTask(chain, mode, PERFECT);
      const mistaken = await runTask(chain, mode, { ...PERFECT, mistakes: 0.5, seed: 6 });
      expect(mistaken).toMatchObject({ right: true, wrong: 0, doubled: 0 });
      expect(mistaken.requests).toBeGreaterThan(plain.requests);
    }
  });
});

it('effects have a key of their tool and arguments, and one that may be repeated is counted once', async () => {
  const world = new World();
  for (let n = 0; n < 2; n += 1) {
    await world.effect('pay', [1, 'a'], () => {});
    await world.effect('mark', [1], () => {}, { isIdempotent: true });
  }
  expect(world.effects).toEqual([
    effectKey('pay', [1, 'a']),
    effectKey('mark', [1]),
    effectKey('pay', [1, 'a']),
  ]);
});
