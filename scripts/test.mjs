/**
 * `npm test`: what to run before a commit. Ends with the line `N passed, N failed`.
 *
 * npm test                 all steps but `systems`, `installed` and `platform`
 * npm test -- jest lint    only these steps (and what they need: install and build)
 * npm test -- systems      the tests of whole programs: examples, the docs' programs, archives, a browser, bundlers, a workflow engine on a database
 * npm test -- installed    the tests that install packages from the registry: strangers' projects and tool chains
 * npm test -- platform     the tests of all kinds that depend on the version of Node
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { failuresOf, suitesNotLoaded, sumsOf } from './jest-report.mjs';
import { platformTests } from './platform-tests.mjs';
import { binOf, build, INSTALLING, install, root, run, start } from './workspace.mjs';

const INSTALLED = 'scripts/installed/';
const SYSTEMS =
  'examples/|packages/(studio/page/test|unplugin/src/bundlers|store/src/dbos|code-mode/src/killed)/|scripts/(docs|packed|no-generated-code)[.]once';
/** More than processors: many tests wait for other processes. */
const WORKERS = Math.ceil(availableParallelism() * 1.5);
const counts = { passed: 0, failed: 0 };
/** Of all steps; shown at the end, where whoever reads the end of a long output finds them. */
const failures = [];

const steps = {
  install: () => install(INSTALLING),
  build: () => build(),
  lint: () => start(binOf('@biomejs/biome', 'bin/biome'), ['check', '--error-on-warnings', '.']),
  knip: () => start(binOf('knip', 'bin/knip.js'), []),
  codegen: () => start(join(root, 'scripts/check-generated.mjs'), []),
  packages: () => start(join(root, 'scripts/check-packages.mjs'), []),
  jest: () => runJest([`^(?!.*(${INSTALLED}|${SYSTEMS}))`]),
  systems: () => runJest([SYSTEMS]),
  installed: () => runJest([INSTALLED]),
  // In one run of Jest: while some wait for the registry or a browser, others work.
  'systems and installed': () => runJest([SYSTEMS, INSTALLED]),
  platform: () => {
    process.env.PLATFORM_TESTS = '1';
    return runJest(['--runTestsByPath', ...platformTests(root)]);
  },
};

/** Steps of one stage run side by side. `knip` loads configurations that import built packages. */
const STAGES = [
  ['install'],
  ['build', 'lint'],
  ['knip', 'codegen', 'packages'],
  ['jest'],
  ['systems', 'installed', 'systems and installed'],
  ['platform'],
];
const NEEDED = ['install', 'build'];
const ONLY_NAMED = ['systems', 'installed', 'systems and installed', 'platform'];

const named = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const unknown = named.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`No step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}
const wanted =
  named.length > 0
    ? [...NEEDED, ...joined(named)]
    : STAGES.flat().filter((name) => !ONLY_NAMED.includes(name));

for (const stage of STAGES) {
  const results = await Promise.all(stage.filter((name) => wanted.includes(name)).map(runStep));
  if (results.some(({ name, ok }) => !ok && NEEDED.includes(name))) break;
}
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);

function joined(names) {
  const both = ['systems', 'installed'];
  if (!both.every((name) => names.includes(name))) return names;
  return [...names.filter((name) => !both.includes(name)), both.join(' and ')];
}

async function runStep(name) {
  const begun = performance.now();
  const ok = (await steps[name]()) === 0;
  counts[ok ? 'passed' : 'failed'] += 1;
  if (!ok) failures.push(`step ${name}`);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  return { name, ok };
}

/** Runs the tests that these arguments of Jest choose, and adds their numbers to the counts, so that the last line includes them. */
function runJest(wanted) {
  const first = runJestProcess(wanted);
  if (first.report === undefined) return first.code || 1;
  const paths = suitesNotLoaded(first.report);
  if (paths.length > 0) {
    console.log(
      `Node did not find a module of these suites; they run once more, in a new process: ${paths.join(' ')}`,
    );
  }
  const again = paths.length > 0 ? runJestProcess(['--runTestsByPath', ...paths]) : undefined;
  const final = [
    ...first.report.testResults.filter(({ name }) => !paths.includes(name)),
    ...(again?.report?.testResults ?? []),
  ];
  failures.push(...failuresOf({ testResults: final }).map((line) => line.replace(root, '')));
  const sums = sumsOf(first.report, again?.report);
  counts.passed += sums.passed;
  counts.failed += sums.failed;
  const code = again === undefined ? first.code : again.code || sums.failed;
  return code !== 0 || sums.passed === 0 ? 1 : 0;
}

/** Workers inherit Node's options: compilers make many objects that live long, which a larger young generation copies less often. */
function runJestProcess(wanted) {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-jest-'));
  const file = join(folder, 'report.json');
  try {
    const code = run(process.execPath, [
      ...['--max-semi-space-size=32', binOf('jest', 'bin/jest.js')],
      ...['--json', `--outputFile=${file}`, '--reporters=default'],
      ...[`--maxWorkers=${WORKERS}`, ...wanted],
    ]);
    return { code, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
