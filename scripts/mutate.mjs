/**
 * Do the tests find faults? Plants faults in the sources, one at a time, and runs the tests beside each: first those of its folder, then
 * those of its package. Needs a clone in which nobody else works.
 *
 * node scripts/mutate.mjs --seed 1 --count 60 --write faults.json   draws faults, and writes them with the test that found each
 * node scripts/mutate.mjs --read faults.json                        plants these faults again, and names those that are found no longer
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../bench/random.mjs';
import { binOf, root } from './workspace.mjs';

/** What a fault turns into what. */
const FAULTS = [
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ < /, ' <= '],
  [/ >= /, ' > '],
  [/ \+ 1\b/, ''],
  [/\btrue\b/, 'false'],
  [/\breturn undefined;/, "return '' as never;"],
  [/\.slice\(1\)/, ''],
  [/\bif \(!/, 'if ('],
  [/ \?\? /, ' && '],
];

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    read: { type: 'string' },
    write: { type: 'string' },
  },
});
const faults = options.read
  ? JSON.parse(readFileSync(options.read, 'utf8'))
  : drawFaults(Number(options.seed), Number(options.count));
const seen = faults.map((fault) => {
  const finder = findFault(fault);
  console.log(`${finder === undefined ? 'NOT FOUND' : 'found'} ${fault.file}:${fault.line} ${finder ?? ''}`);
  return { ...fault, finder };
});
if (options.write) writeFileSync(options.write, `${JSON.stringify(seen, null, 2)}\n`);
const lost = seen.filter(({ finder }, index) => finder === undefined && faults[index].finder !== undefined);
console.log(
  `${seen.filter(({ finder }) => finder !== undefined).length} of ${seen.length} found, ${lost.length} lost`,
);
process.exit(lost.length === 0 ? 0 : 1);

/** As many faults in each package, each in another file. */
function drawFaults(seed, count) {
  const random = createRandom(seed);
  const packages = [
    ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`),
    'tools-codegen',
  ];
  const drawn = [];
  const used = new Set();
  while (drawn.length < count) {
    const folder = path.join(root, packages[drawn.length % packages.length], 'src');
    const file = path.relative(root, random.pick(sourcesIn(folder)));
    if (used.has(file)) continue;
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    const places = lines.flatMap((text, index) =>
      /^\s*(?:\*|\/\/|\/\*|import|export type|export interface|readonly )/.test(text)
        ? []
        : FAULTS.filter(([sign]) => sign.test(text)).map(([sign, fault]) => ({ index, text, sign, fault })),
    );
    if (places.length === 0) continue;
    const { index, text, sign, fault } = random.pick(places);
    used.add(file);
    drawn.push({ file, line: index + 1, text, fault: text.replace(sign, fault) });
  }
  return drawn;
}

function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.support|\.d)\.ts$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** The first test that fails with a fault. */
function findFault({ file, line, text, fault }) {
  const place = path.join(root, file);
  const whole = readFileSync(place, 'utf8');
  const lines = whole.split('\n');
  if (lines[line - 1] !== text) throw new Error(`${file}:${line} has another text now.`);
  lines[line - 1] = fault;
  try {
    writeFileSync(place, lines.join('\n'));
    const [near, all] = [path.dirname(file), file.split('/src/')[0]];
    return failingTest(near) ?? failingTest(all);
  } finally {
    writeFileSync(place, whole);
  }
}

function failingTest(folder) {
  const report = path.join(tmpdir(), `toolwright-mutate-${process.pid}.json`);
  const args = [
    '--json',
    `--outputFile=${report}`,
    '--bail',
    '--passWithNoTests',
    `^${root}${folder}/(?!page/test|src/dbos|src/bundlers)`,
  ];
  spawnSync(process.execPath, [binOf('jest', 'bin/jest.js'), ...args], {
    cwd: root,
    stdio: 'ignore',
  });
  // There may be no tests.
  if (!existsSync(report)) return undefined;
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(report);
  const failed = testResults.find(({ status }) => status === 'failed');
  if (failed === undefined) return undefined;
  const { fullName = 'the suite' } = failed.assertionResults.find(({ status }) => status === 'failed') ?? {};
  return `${path.relative(root, failed.name)}: ${fullName}`;
}
