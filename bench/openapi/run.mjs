/**
 * Imports public OpenAPI documents, compiles the clients, and calls each operation once at a server made from the same document.
 * `node bench/openapi/run.mjs <folder>`: a folder in which the packages of documents.mjs are installed. Further documents, for example
 * of repositories, are the files in its folder `documents`. A pattern after the folder
 * selects documents, and files may follow it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { importOpenApi, operationsWithLosses } from '@toolwright/import';
import { DOCUMENTS } from './documents.mjs';
import { startServer } from './server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = path.resolve(process.argv[2] ?? '.');
const more = path.join(folder, 'documents');
const documents = [
  ...DOCUMENTS.map(([name, file, title]) => ({
    title: `${title} (${name})`,
    file: path.join(folder, 'node_modules', name.replace(/@[^@/]+$/, ''), file),
  })),
  ...(existsSync(more)
    ? readdirSync(more).map((name) => ({ title: name, file: path.join(more, name) }))
    : []),
  ...process.argv.slice(4).map((file) => ({ title: path.basename(file), file })),
];
// Inside the repository, so that packages resolve.
const cache = path.join(root, 'node_modules/.cache/toolwright-import');
// A folder for each document, because Node keeps modules by their paths.
let work = cache;
let count = 0;

const CONFIG = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    module: 'NodeNext',
    rootDir: 'src',
    outDir: 'dist',
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
  },
  include: ['src'],
};

console.log(
  '| document | operations | lines | CPU of the import | compiles | calls answered | without any loss |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const { title, file } of documents) {
  if (only(title)) console.log(`| ${(await measure(title, file)).join(' | ')} |`);
}

function only(title) {
  return process.argv[3] === undefined || new RegExp(process.argv[3]).test(title);
}

async function measure(title, file) {
  const start = process.cpuUsage();
  const client = await importOpenApi(pathToFileURL(file).href);
  const { user, system } = process.cpuUsage(start);
  const total = client.operations.length;
  const problem = build(client.text);
  const calls = problem === undefined ? await callAll(client) : { answered: 0, failures: [problem] };
  for (const failure of calls.failures.slice(0, Number(process.env.FAILURES ?? 3)))
    console.error(`${title}: ${failure}`);
  const share = Math.round(((total - operationsWithLosses(client).size) / total) * 1000) / 10;
  const seconds = ((user + system) / 1e6).toFixed(2);
  rmSync(work, { recursive: true, force: true });
  return [
    title,
    total,
    client.text.split('\n').length,
    `${seconds} s`,
    problem === undefined ? 'yes' : 'no',
    `${calls.answered} of ${total}`,
    `${share} %`,
  ];
}

/** Compiles a client strictly, and writes its manifest. Returns the first problem. */
function build(text) {
  count += 1;
  work = path.join(cache, String(count));
  rmSync(work, { recursive: true, force: true });
  mkdirSync(path.join(work, 'src'), { recursive: true });
  writeFileSync(path.join(work, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(work, 'tsconfig.json'), JSON.stringify(CONFIG));
  writeFileSync(path.join(work, 'src/client.ts'), text);
  const cli = path.join(root, 'packages/toolwright/bin/toolwright.js');
  const steps = [
    [cli, 'codegen'],
    [path.join(root, 'node_modules/typescript-7/bin/tsc'), '-p', '.'],
  ];
  for (const args of steps) {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: work, encoding: 'utf8' });
    if (status !== 0) return (stdout + stderr).slice(0, 600);
  }
  return undefined;
}

/** Calls each operation with generated arguments. */
async function callAll(client) {
  const load = (name) => import(pathToFileURL(path.join(work, 'dist', name)).href);
  const { manifest } = await load('toolwright.gen.js');
  const classes = Object.values(await load('client.js')).filter(
    (each) => typeof each === 'function' && each.name.endsWith('Api'),
  );
  const server = await startServer(client);
  try {
    return await server.callAll(manifest, classes);
  } finally {
    server.close();
  }
}
