import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureProcess } from '../measure/measure-process.mjs';
import { packedProject } from '../measure/packed-project.mjs';
import { numberList, parseOptions } from '../options.mjs';
import { installAgentPeers, installPeers, peerFile, peerFolder } from '../peers.mjs';
import { writeSection } from '../report/page.mjs';
import { figure, table } from '../report/table.mjs';
import { contestants } from './contestants.mjs';

const COMPLETION = fileURLToPath(new URL('completion.mjs', import.meta.url));
const PEERS = fileURLToPath(new URL('../agent/node_modules', import.meta.url));
const COMPILER_OPTIONS = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
};

/** Compares what the types of the same tools cost the compiler, for Toolwright and its peers. Resolves to whether all programs compiled. */
export async function run(args) {
  const values = parseOptions(args, { runs: 1 }, { sizes: { type: 'string', default: '50,220,1000' } });
  installPeers();
  installAgentPeers();
  const packed = await packedProject({}, ['@types/node@20', 'typescript@6.0.3']);
  try {
    const rows = [];
    for (const count of numberList(values.sizes, '--sizes')) {
      for (const [name, contestant] of Object.entries(contestants)) {
        const row = await measure({ name, contestant, count, folder: packed.folder, runs: values.runs });
        console.log(
          `${name}, ${count} tools: ${row.failure ?? `${figure(row.cpuMs / 1000)} s, ${row.instantiations} instantiations`}`,
        );
        rows.push(row);
      }
    }
    const report = reportOf(rows);
    console.log(report);
    if (values.write) writeSection('tool-types', 'Types of tools', report);
    return rows.every(({ failure }) => failure === undefined);
  } finally {
    packed.remove();
  }
}

async function measure({ name, contestant, count, folder, runs }) {
  const project = join(folder, 'projects', `${name.replaceAll(/\W/g, '-')}-${count}`);
  mkdirSync(join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['src'] }),
  );
  for (const [file, text] of Object.entries(contestant.files(count)))
    writeFileSync(join(project, 'src', file), text);
  // Toolwright is found in the folder above; each peer where the peers are installed.
  if (!contestant.codegen) symlinkSync(PEERS, join(project, 'node_modules'));
  try {
    return { name, count, ...(await measureProject(contestant, project, runs)) };
  } catch (error) {
    return { name, count, failure: String(error.stdout ?? error.message).slice(0, 400) };
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

async function measureProject(contestant, project, runs) {
  const codegen = contestant.codegen
    ? await measureCodegen(project, runs)
    : { coldMs: 0, coldMb: 0, unchangedMs: undefined };
  const tsc = peerFile('typescript-6', 'lib/tsc.js');
  const { cpuMs, peakMb } = await best(
    { file: process.execPath, args: [tsc, '-p', project], cwd: project },
    runs,
  );
  const native = [peerFile('typescript-7', 'bin/tsc'), '-p', project];
  const completion = contestant.codegen
    ? JSON.parse(
        execFileSync(process.execPath, [COMPLETION, peerFolder('typescript-6'), project], {
          encoding: 'utf8',
        }),
      ).ms
    : undefined;
  return {
    cpuMs: cpuMs + codegen.coldMs,
    peakMb: Math.max(peakMb, codegen.coldMb),
    codegenMs: contestant.codegen ? codegen.coldMs : undefined,
    unchangedMs: codegen.unchangedMs,
    instantiations: instantiations([tsc, '-p', project, '--extendedDiagnostics']),
    native: instantiations([...native, '--extendedDiagnostics']),
    completion,
  };
}

async function measureCodegen(project, runs) {
  const command = {
    file: process.execPath,
    args: [join(project, '../../node_modules/toolwright/bin/toolwright.js'), 'codegen'],
    cwd: project,
  };
  // Fills V8's cache of the compiler, which all projects of a machine share.
  await best(command, 1);
  // The cache is in the nearest node_modules folder above the project.
  const clear = () => rmSync(join(project, '../../node_modules/.cache'), { recursive: true, force: true });
  const cold = await best(command, runs, clear);
  const unchanged = await best(command, runs);
  return { coldMs: cold.cpuMs, coldMb: cold.peakMb, unchangedMs: unchanged.cpuMs };
}

async function best(command, runs, before = () => {}) {
  const usages = [];
  for (let run = 0; run < runs; run += 1) {
    before();
    const { usage, failure } = await measureProcess(command);
    if (usage === undefined) throw new Error(failure);
    usages.push(usage);
  }
  return usages.toSorted((a, b) => a.cpuMs - b.cpuMs)[0];
}

function instantiations(args) {
  const output = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return Number(/Instantiations:\s+(\d+)/.exec(output)?.[1]);
}

function reportOf(rows) {
  const cells = rows.map((row) => [
    String(row.count),
    row.name,
    figure(row.cpuMs && row.cpuMs / 1000),
    figure(row.codegenMs === undefined ? undefined : row.codegenMs / 1000),
    figure(row.unchangedMs === undefined ? undefined : row.unchangedMs / 1000),
    figure(row.peakMb, 0),
    row.instantiations?.toLocaleString('en-US') ?? '–',
    row.native?.toLocaleString('en-US') ?? '–',
    figure(row.completion, 0),
  ]);
  return [
    'The same tools with each library, 4 to 8 members each, 20 tools a file, with an agent or a server that has all of them. CPU seconds of',
    '`tsc` 6.0.3 `--noEmit` with codegen on an empty cache (also in a column of its own, and with nothing changed); peak memory in MiB; type',
    "instantiations of `tsc` 6.0.3 and 7.0.2; milliseconds from an edit to the names in `registry.call('` in the language service.",
    '',
    table(
      ['tools', 'library', 'CPU s', 'codegen', 'unchanged', 'peak MiB', 'tsc 6', 'tsc 7', 'completion'],
      cells,
    ),
  ].join('\n');
}
