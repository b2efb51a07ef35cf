/**
 * `npm test`: everything that CI checks, in one command. Ends with the line `N passed, N failed`.
 *
 * node scripts/test.mjs            all steps
 * node scripts/test.mjs jest lint  only these steps (and what they need: install and build)
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, generated, install, root, run, runBin, start, TOOLWRIGHT } from './workspace.mjs';

const counts = { passed: 0, failed: 0 };

const steps = {
  install,
  build: () => build(),
  lint: () => runBin('@biomejs/biome', 'bin/biome', ['check', '--error-on-warnings', '.'], { show: false }),
  codegen: () => all(generated(), (folder) => start(TOOLWRIGHT, ['codegen', '--check'], join(root, folder))),
  knip: () => runBin('knip', 'bin/knip.js', [], { show: false }),
  packages: () => run(process.execPath, [join(root, 'scripts/check-packages.mjs')], { show: false }),
  jest: runJest,
};

const wanted = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`No step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

for (const [name, step] of Object.entries(steps)) {
  const needed = name === 'install' || name === 'build';
  if (wanted.length > 0 && !needed && !wanted.includes(name)) continue;
  const begun = performance.now();
  const ok = (await step()) === 0;
  counts[ok ? 'passed' : 'failed'] += 1;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  if (!ok && needed) break;
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);

/** Runs the tests; their numbers are added to the counts, so that the closing line covers them. */
function runJest() {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-jest-'));
  const report = join(folder, 'report.json');
  try {
    const code = runJestProcess(report);
    if (!existsSync(report)) return code || 1;
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    counts.passed += numPassedTests;
    counts.failed += numFailedTests + numRuntimeErrorTestSuites;
    return code !== 0 || numPassedTests === 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runJestProcess(report) {
  return runBin(
    'jest',
    'bin/jest.js',
    ['--json', `--outputFile=${report}`, '--reporters=default', '--forceExit', '--maxWorkers=2'],
    {
      cwd: root,
      env: { NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' },
    },
  );
}

/** Checks folders, as many at once as there are processors; the first exit code that is not 0, else 0. */
async function all(folders, check) {
  const waiting = [...folders];
  const codes = [];
  const work = async () => {
    for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
      codes.push(await check(folder));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return codes.find((code) => code !== 0) ?? 0;
}
