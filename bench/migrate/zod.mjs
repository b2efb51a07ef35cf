/**
 * Migrates the tools of projects with Zod schemas, compiles each project before and after, and restores its files.
 * Usage: node bench/migrate/zod.mjs <folder of a project with its dependencies installed>...
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrateZod } from '../../packages/import/dist/zod.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const LINKS = { toolwright: 'packages/toolwright', '@toolwright/adapters': 'packages/adapters' };

for (const folder of process.argv.slice(2)) await measure(path.resolve(folder));

async function measure(cwd) {
  link(cwd);
  const before = typeErrors(cwd);
  const started = process.cpuUsage();
  const dry = await migrateZod({ cwd, dryRun: true });
  const { user, system } = process.cpuUsage(started);
  const texts = dry.files.map(({ file }) => [file, readFileSync(path.join(cwd, file), 'utf8')]);
  const manifest = path.join(cwd, 'src/toolwright.gen.ts');
  const hadFolder = existsSync(path.dirname(manifest));
  try {
    await migrateZod({ cwd, verify: false });
    const codegen = run(cwd, 'packages/toolwright/bin/toolwright.js', 'codegen', '--no-cache');
    const after = typeErrors(cwd);
    const again = await migrateZod({ cwd, verify: false, dryRun: true });
    report(cwd, { dry, before, after, codegen, again, seconds: (user + system) / 1e6 });
  } finally {
    for (const [file, text] of texts) writeFileSync(path.join(cwd, file), text);
    rmSync(hadFolder ? manifest : path.dirname(manifest), { force: true, recursive: true });
  }
}

function report(cwd, { dry, before, after, codegen, again, seconds }) {
  const { files, kept, byHand, zod, comparison } = dry;
  const migrated = files.reduce((sum, { tools }) => sum + tools, 0);
  console.log(`\n${cwd}`);
  console.log(
    `tools ${migrated + kept.length}, migrated ${migrated}, equal ${comparison.equal}, with differences ${new Set(comparison.differences.map(({ file, line }) => `${file}:${line}`)).size}, not compared ${comparison.unknown.length}`,
  );
  console.log(
    `type errors before ${before.length}, after ${after.length}; changed by a second run: ${again.files.length}; CPU ${seconds.toFixed(1)} s`,
  );
  const notes = { kept, zod, byHand, differences: comparison.differences, unknown: comparison.unknown };
  for (const [kind, list] of Object.entries(notes))
    for (const { file, line, text } of list) console.log(`  ${kind}: ${file}:${line}: ${text}`);
  for (const error of after.filter((one) => !before.includes(one))) console.log(`  type error: ${error}`);
  if (codegen.status !== 0) console.log(`  codegen: ${codegen.stdout}${codegen.stderr}`);
}

function typeErrors(cwd) {
  // The project's own compiler, which knows the options of its tsconfig.
  const own = path.join(cwd, 'node_modules/typescript/bin/tsc');
  const program = existsSync(own) ? own : 'node_modules/typescript/bin/tsc';
  const { stdout } = run(cwd, program, '--noEmit', '--skipLibCheck', '-p', '.');
  // Lines move.
  return stdout
    .split('\n')
    .filter((line) => /error TS/.test(line))
    .map((line) => line.replace(/\(\d+,\d+\)/, ''));
}

function run(cwd, program, ...args) {
  return spawnSync(process.execPath, [path.resolve(root, program), ...args], { cwd, encoding: 'utf8' });
}

function link(cwd) {
  for (const [name, target] of Object.entries(LINKS)) {
    const place = path.join(cwd, 'node_modules', name);
    if (existsSync(place)) continue;
    mkdirSync(path.dirname(place), { recursive: true });
    symlinkSync(path.join(root, target), place);
  }
}
