/** `toolwright dev` as a process, with the processes that it starts. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { workspaceSources } from '../../../../../../scripts/workspace-sources.mjs';
import { createScratch, removeScratch, runCli, writeFiles } from '../../cli.test.support.js';

const packageFolder = fileURLToPath(new URL('../../../..', import.meta.url));
const require = createRequire(import.meta.url);

/** A copy of the package whose dist is built from the current sources. */
const installed = createScratch();
const running: ChildProcess[] = [];

beforeAll(async () => {
  for (const name of ['bin', 'package.json']) {
    cpSync(path.join(packageFolder, name), path.join(installed, name), { recursive: true });
  }
  await build({
    entryPoints: { 'cli/process/run-process': path.join(packageFolder, 'src/cli/process/run-process.ts') },
    outdir: path.join(installed, 'dist'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    external: ['undici', 'gpt-tokenizer'],
    plugins: [workspaceSources({ external: ['codegen', 'import', 'mcp', 'store'] })],
  });
  writeFiles(installed, {
    'node_modules/@toolwright/codegen/package.json': '{ "type": "module", "exports": "./index.js" }',
    'node_modules/@toolwright/codegen/index.js': CODEGEN,
  });
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null) continue;
    child.kill('SIGTERM');
    await new Promise((resolve) => child.on('exit', resolve));
  }
});
afterAll(removeScratch);

/** Codegen that has found one thing. */
const CODEGEN = `
  import { existsSync } from 'node:fs';
  const problem = { code: 'TW2001', severity: 'error', message: 'No.', hint: 'Yes.', file: 'tools.ts', line: 2, column: 3, length: 4 };
  export async function watch({ cwd }, { onRun }) {
    if (existsSync(cwd + '/no-project.txt')) {
      onRun({ kind: 'failed', error: new Error('Cannot find tsconfig.json.') });
      await new Promise(() => setInterval(() => {}, 1_000));
    }
    const ran = { diagnostics: [problem], projectDir: cwd, ok: false };
    onRun({ kind: 'done', run: ran, written: false, ms: 1 });
    await new Promise(() => setInterval(() => {}, 1_000));
  }
  export const findEffects = async ({ cwd }) => {
    if (existsSync(cwd + '/broken.txt')) throw new Error('no program');
    return effects;
  };
  const effects = { tools: [{ name: 'forecast', effects: [{ effect: 'net', path: [{ file: 'tools.ts', line: 3, text: 'fetch' }] }] }] };
  export const readToolDocs = async () => ({ tools: [{ spec: { name: 'forecast' }, examples: ['{"city":"Oslo"}', 'call it'] }] });
  export const generate = async ({ cwd }) => ({ ok: false, manifest: { file: cwd + '/src/toolwright.gen.ts' } });
`;

const REGISTRY = `
  enum City { Oslo = 'Oslo' }
  const parameters = { type: 'object', properties: { city: { type: 'string' } } };
  export const registry = {
    listTools: () => [{ name: 'forecast', description: 'Forecasts.', parameters, annotations: { readOnly: true }, source: { file: 'tools.ts', line: 1 } }],
    execute: async (name: string, { city = City.Oslo }: { city?: string }) => ({ result: 'rain in ' + city, error: null }),
  };
`;

const llmClient = "{ generate: async () => ({ content: 'Hello.' }) }";
const AGENT = `export const agent = { name: 'helper', description: 'Helps.', llmClient: ${llmClient} };`;

interface Opened {
  readonly cwd: string;
  readonly child: ChildProcess;
  readonly url: string;
  /** On standard error. */
  printed(): string;
  // biome-ignore lint/suspicious/noExplicitAny: the test compares what it finds
  ask(address: string, body?: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: the test compares what it finds
  until(address: string, passes: (body: any) => boolean): Promise<any>;
}

async function open(files: Readonly<Record<string, string>>, ...args: string[]): Promise<Opened> {
  const cwd = createScratch({ 'package.json': '{ "type": "module" }', ...files });
  mkdirSync(path.join(cwd, 'node_modules'), { recursive: true });
  symlinkSync(path.dirname(require.resolve('tsx/package.json')), path.join(cwd, 'node_modules/tsx'));
  writeFiles(cwd, {
    'bin/xdg-open': `#!/bin/sh\necho "$1" > ${cwd}/opened.tmp && mv ${cwd}/opened.tmp ${cwd}/opened.txt\n`,
  });
  chmodSync(path.join(cwd, 'bin/xdg-open'), 0o755);
  const env = { ...process.env, PATH: `${path.join(cwd, 'bin')}:${process.env.PATH}` };
  const command = [path.join(installed, 'bin/toolwright.js'), 'dev', ...args];
  const child = spawn(process.execPath, command, { cwd, env });
  running.push(child);
  let printed = '';
  child.stderr.on('data', (data) => {
    printed += data;
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
      const address = /^Studio: (\S+)\n/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.on('exit', (code) => reject(new Error(`exit code ${code}`)));
  });
  const [base = '', token = ''] = url.split('#token=');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask: Opened['ask'] = async (address, body) => {
    const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${base}api/${address}`, sent)).json();
  };
  const until: Opened['until'] = async (address, passes) => {
    for (let body = await ask(address); ; body = await ask(address)) {
      if (passes(body)) return body;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { cwd, child, url, printed: () => printed, ask, until };
}

// K1
it('calls tools and runs agents from TypeScript source, without a build', async () => {
  const options = ['--registry', 'tools.ts#registry', '--agent', 'agent.ts#agent'];
  const files = {
    'tools.ts': `${REGISTRY} console.log('arguments:', process.argv.length - 2);`,
    'agent.ts': `import './tools.ts'; ${AGENT}`,
  };
  const { url, printed, ask, until } = await open(files, ...options);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/);
  const { program, started } = await until('studio', (body) => body.program.status !== 'starting');
  expect(started).toEqual({ registry: 'tools.ts#registry', agents: ['agent.ts#agent'] });
  expect(program).toEqual({
    status: 'ready',
    agents: [{ name: 'helper', description: 'Helps.', tools: [] }],
  });
  // Those of Studio's own processes are not the user's.
  // A module that two options lead to is loaded once, so that its registry is that of the agent.
  expect(printed().match(/arguments: .*/g)).toEqual(['arguments: 0']);
  await ask('calls', { tool: 'forecast', arguments: { city: 'Bergen' } });
  const { calls } = await until('calls', (body) => body.calls[0]?.end !== undefined);
  expect(calls[0].end).toMatchObject({ result: 'rain in Bergen' });
  const { runId } = await ask('runs', { agent: 'helper', input: 'Hi' });
  const run = await until(`runs/${runId}`, (body) => body.summary?.status === 'completed');
  expect(run.summary).toMatchObject({ agent: 'helper', from: 'studio', controllable: true });
});

// K3
it('shows what codegen finds, with the source line, and effects and examples beside the tool', async () => {
  const { ask, until } = await open({ 'tools.ts': REGISTRY }, '--registry', 'tools.ts#registry');
  const problems = await until('problems', ({ status }) => status === 'read');
  expect(problems.diagnostics).toEqual([
    {
      ...{ code: 'TW2001', severity: 'error', message: 'No.', fix: 'Yes.', length: 4 },
      ...{ file: 'tools.ts', line: 2, column: 3, text: "  enum City { Oslo = 'Oslo' }" },
    },
  ]);
  const { tools } = await until('tools', (body) => body.tools[0]?.effects !== undefined);
  expect(tools[0]).toMatchObject({
    effects: [{ effect: 'net', path: [{ file: 'tools.ts', line: 3, text: 'fetch' }] }],
    examples: [{ city: 'Oslo' }],
  });
  expect((await ask('source?file=tools.ts&line=2')).lines[1]).toContain('enum City');
});

// K3
it('says what is wrong with a module, and loads it again when it has changed', async () => {
  const broken = { 'tools.ts': 'export const registry = {' };
  const { cwd, printed, until } = await open(broken, '--registry', 'tools.ts#registry');
  const { program } = await until('studio', (body) => body.program.status === 'failed');
  expect(printed()).toContain(`error: ${program.error.message}\n`);
  expect(program.error).toMatchObject({
    code: 'INVALID_CONFIG',
    message: expect.stringContaining('tools.ts could not be loaded'),
  });
  writeFiles(cwd, { 'tools.ts': REGISTRY });
  await until('studio', (body) => body.program.status === 'ready');
});

// M8
it('names the command that writes a missing manifest, and loads the program once it is there', async () => {
  const tools = `import { registry } from './toolwright.gen.js';\nexport { registry };\n`;
  const { cwd, printed, until } = await open({ 'tools.ts': tools }, '--registry', 'tools.ts#registry');
  const { program } = await until('studio', (body) => body.program.status === 'failed');
  expect(program.error.hint).toMatch(/^Run `npx toolwright codegen`/);
  expect(printed()).toContain(`fix: ${program.error.hint}\n`);
  writeFiles(cwd, { 'toolwright.gen.ts': REGISTRY });
  await until('studio', (body) => body.program.status === 'ready');
});

// K4
it('ends with its processes, and takes its address back', async () => {
  const { cwd, child, until, url } = await open({ 'tools.ts': REGISTRY }, '--registry', 'tools.ts#registry');
  await until('studio', (body) => body.program.status === 'ready');
  const name = `studio-${new URL(url).port}.json`;
  const file = path.join(cwd, 'node_modules/.cache/toolwright', name);
  expect(existsSync(file)).toBe(true);
  child.kill('SIGINT');
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
  expect(existsSync(file)).toBe(false);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

// K1
it('says that Studio runs already, with its address', async () => {
  const { cwd, url } = await open({});
  const second = spawn(process.execPath, [path.join(installed, 'bin/toolwright.js'), 'dev'], { cwd });
  running.push(second);
  let printed = '';
  second.stderr.on('data', (data) => (printed += data));
  expect(await new Promise((resolve) => second.on('exit', resolve))).not.toBe(0);
  expect(printed).toContain('Studio is already running for this project');
  expect(printed).toContain(`at ${url.split('#')[0]}`);
});

// The command differs on other systems.
(process.platform === 'linux' ? it : it.skip)(
  'opens the page in the browser, whose arguments have no token',
  async () => {
    const { cwd, url, child } = await open({}, '--open');
    const opened = path.join(cwd, 'opened.txt');
    while (!existsSync(opened)) await new Promise((resolve) => setTimeout(resolve, 20));
    const address = readFileSync(opened, 'utf8').trim();
    expect(address).toMatch(/^file:/);
    const file = fileURLToPath(address);
    expect(readFileSync(file, 'utf8')).toContain(url);
    child.kill('SIGINT');
    await new Promise((resolve) => child.on('exit', resolve));
    expect(existsSync(file)).toBe(false);
  },
);

it('names files that are not there yet, and says why effects are missing', async () => {
  const files = { 'broken.txt': '', 'tools.ts': REGISTRY };
  const { printed } = await open(files, '--log', 'events.jsonl', '--store', 'sessions.db');
  while (!printed().includes('no program')) await new Promise((resolve) => setTimeout(resolve, 20));
  const lines = printed().split('\n');
  expect(lines.filter((line) => line !== 'Press Ctrl+C to stop.' && line !== '')).toEqual([
    'events.jsonl does not exist yet; it will be read once it exists.',
    'sessions.db does not exist yet; it will be read once it exists.',
    'The effects of the tools could not be read: no program',
  ]);
});

it('says nothing of effects where codegen finds no project', async () => {
  const { printed, until } = await open({ 'no-project.txt': '', 'broken.txt': '' }, '--log', 'events.jsonl');
  await until('problems', ({ failure }) => failure?.message === 'Cannot find tsconfig.json.');
  // Effects are read when nothing has changed for a while.
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(printed()).not.toContain('effects');
});

it('says once what is wrong with modules, and names sources in its advice', async () => {
  const args = ['--registry', 'nope.ts#registry', '--agent', 'agent.ts#agent'];
  const { cwd, printed, until } = await open({ 'agent.ts': AGENT }, ...args);
  const { program } = await until('studio', (body) => body.program.status === 'failed');
  expect(program.error).toMatchObject({
    message: `The file ${path.join(cwd, 'nope.ts')} does not exist.`,
    hint: 'Pass the module that exports a ToolRegistry, relative to the current folder, e.g. src/tools.ts#registry.',
  });
  // As codegen does with its manifest.
  writeFiles(cwd, { 'toolwright.gen.ts': 'export {};' });
  await until('studio', (body) => body.program.status === 'starting');
  await until('studio', (body) => body.program.status === 'failed');
  expect(printed().split(program.error.message)).toHaveLength(2);
  writeFiles(cwd, { 'nope.ts': REGISTRY });
  await until('studio', (body) => body.program.status === 'ready');
});

// K3. The command that finds processes differs on other systems.
(process.platform === 'linux' ? it : it.skip)('starts codegen again if it was killed', async () => {
  const { child, until } = await open({ 'tools.ts': REGISTRY }, '--registry', 'tools.ts#registry');
  await until('problems', ({ status }) => status === 'read');
  const found = execFileSync('pgrep', ['-P', String(child.pid), '-f', 'problems$'], { encoding: 'utf8' });
  process.kill(Number(found.trim()), 'SIGKILL');
  const { failure } = await until('problems', ({ status }) => status === 'off');
  expect(failure).toEqual({ code: 'CODEGEN_FAILED', message: 'Codegen was terminated by SIGKILL.' });
  await until('problems', ({ status }) => status === 'read');
});

it('refuses a port that is none', async () => {
  expect(await runCli(['dev', '--port', '99999'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('A port must be a number from 0 to 65535.'),
  });
});

// K1
it('refuses two agents of one name, and says which options name them', async () => {
  const files = { 'one.ts': AGENT, 'two.ts': AGENT };
  const { until } = await open(files, '--agent', 'one.ts#agent', '--agent', 'two.ts#agent');
  const { program } = await until('studio', (body) => body.program.status !== 'starting');
  expect(program).toEqual({
    status: 'failed',
    error: {
      code: 'INVALID_CONFIG',
      message: "Two agents have the name 'helper': --agent one.ts#agent and --agent two.ts#agent.",
      hint: 'Give one of them another `name`, or remove one.',
    },
  });
});
