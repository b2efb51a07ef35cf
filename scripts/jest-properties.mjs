/**
 * Property tests draw the same values in every run, so that luck does not decide a change's verdict. `FAST_CHECK_SEED=random npm run jest`
 * draws new values, a number draws those of that seed.
 */
import { readFileSync } from 'node:fs';

const wanted = process.env.FAST_CHECK_SEED ?? '20261121';

/** Before each test file. */
export default async function () {
  const { testPath } = expect.getState();
  if (wanted === 'random' || !readFileSync(testPath, 'utf8').includes("from 'fast-check'")) return;
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) });
}
