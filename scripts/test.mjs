/**
 * `npm test`: everything that CI checks, in one command. Ends with the line `N passed, N failed`.
 *
 * node scripts/test.mjs            all steps
 * node scripts/test.mjs jest lint  only these steps (and what they need: install and build)
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, generated, install, packages, root, runBin, toolwright } from './workspace.mjs';

const counts = { passed: 0, failed: 0 };

const steps = {
  install,
  build: () => build(),
  lint: () => runBin('@biomejs/biome', 'bin/biome', ['check', '--error-on-warnings', '.'], { show: false }),
  codegen: () => all(generated(), (folder) => toolwright(folder, ['codegen', '--check'], { show: false })),
  knip: () => runBin('knip', 'bin/knip.js', [], { show: false }),
  publint: () =>
    all(packages(), (folder) =>
      runBin('publint', 'src/cli.js', [folder, '--strict', '--pack', 'npm'], { show: false }),
    ),
  attw: () =>
    all(packages(), (folder) =>
      runBin('@arethetypeswrong/cli', 'dist/index.js', ['--pack', folder, '--profile', 'esm-only'], {
        show: false,
      }),
    ),
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
  const ok = step() === 0;
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

function all(folders, check) {
  return folders.map(check).find((code) => code !== 0) ?? 0;
}
