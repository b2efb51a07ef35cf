import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bundler, Outcome } from '../testing/bundler.test.support.js';
import { BUNDLERS } from '../testing/bundlers.test.support.js';
import { createTestProject, runBundle, type Said } from '../testing/test-project.test.support.js';

/** A busy machine takes longer; a lost edit takes longer than this. */
const PATIENCE_MS = 200_000;
const TICK_MS = 20;

describe.each<[string, Bundler]>(Object.entries(BUNDLERS))(
  'the plugin for %s',
  (_, { build, watch, quietMs }) => {
    it('runs codegen before the build, so that the bundle has the schemas of the source', async () => {
      const project = createTestProject();
      await build(project);
      expect(runBundle(project)).toEqual({
        first: 'amount',
        names: ['amount', 'unit'],
        unit: { type: 'string', enum: ['EUR', 'NOK'] },
      });
      project.writeTool('total: number');
      await build(project);
      expect(runBundle(project)).toMatchObject({ first: 'total', names: ['total', 'unit'] });
    });

    it('fails the build after an error, and writes nothing', async () => {
      const project = createTestProject('callback: () => void');
      await expect(build(project)).rejects.toThrow(/TW\d{4}/);
      expect(project.generated()).toBe('');
      expect(existsSync(project.bundle)).toBe(false);
    });

    /** Waits until there have been no more builds for a while. It counts ticks, because other bundlers may block this process. */
    async function settle(bundles: readonly Outcome[]): Promise<void> {
      const end = Date.now() + PATIENCE_MS;
      let seen = bundles.length;
      for (let quiet = 0; quiet < quietMs; quiet += TICK_MS) {
        await sleep(TICK_MS);
        if (seen !== bundles.length) [seen, quiet] = [bundles.length, 0];
        if (Date.now() > end) throw new Error(`It does not come to rest. Builds: ${JSON.stringify(bundles)}`);
      }
    }

    // Most of the time is spent waiting until a watcher is quiet, so all bundlers wait at once.
    it.concurrent('follows edits, even of types only; shows errors, recovers from them, and settles', async () => {
      const project = createTestProject();
      const bundles: Outcome[] = [];
      const said: Said[] = [];
      const stop = await watch(project, (outcome) => {
        bundles.push(outcome);
        if (outcome.error === undefined) said.push(runBundle(project));
      });
      const until = (holds: () => boolean) => waitUntil(holds, bundles);
      try {
        await until(() => said.at(-1)?.first === 'amount');
        await settle(bundles);

        let before = bundles.length;
        project.writeTool('total: number');
        await until(() => said.at(-1)?.first === 'total');
        await settle(bundles);
        // One build for the edit, and at most one more for the generated module.
        expect(bundles.length - before).toBeLessThanOrEqual(2);

        project.writeUnit("'SEK' | 'DKK'");
        await until(() => JSON.stringify(said.at(-1)?.unit).includes('SEK'));
        await settle(bundles); // watchers take two edits of one file within 50 ms for one

        before = bundles.length;
        project.writeUnit('symbol');
        project.writeTool('sum: number');
        await until(() => bundles.slice(before).some(({ error }) => error?.includes('TW')));
        await settle(bundles);
        // After an error nothing is built; esbuild even deletes the last bundle.
        expect(existsSync(project.bundle) && runBundle(project).first).not.toBe('sum');

        project.writeUnit("'SEK' | 'DKK'");
        await until(() => said.at(-1)?.first === 'sum');
      } finally {
        await stop();
      }
      // No bundle had a manifest that differed from its source.
      expect(said.filter(({ first, names }) => first !== names[0])).toEqual([]);
    });
  },
);

async function waitUntil(holds: () => boolean, bundles: readonly Outcome[]): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`It did not happen. Builds: ${JSON.stringify(bundles)}`);
    await sleep(TICK_MS);
  }
}
