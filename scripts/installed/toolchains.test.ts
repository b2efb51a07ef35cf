/**
 * The tables of docs/builds.md: every tool chain, installed from npm, builds and runs a program with tools in each form, and every bundler
 * a whole agent. One file, because they share the installation.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { packedArchives } from '../packed.mjs';
import { ANSWERS, type Form, page } from './toolchain-project.js';
import { answersOf, CODEGEN, TOOL_CHAINS } from './toolchains.js';
import { TwoPartModel, WHOLE_AGENTS, type WholeAgent, writeAgent } from './whole-agents.js';

const FORMS: readonly Form[] = ['standard', 'legacy', 'unmarked'];
const node = Number(process.versions.node.split('.')[0]);
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-toolchains-')));

/** The rows of the table: a name, and whether each form works. */
const rows = [...page().matchAll(/^\| (.+?) +\| (yes|no) +\| (yes|no) +\| (yes) +\| yes +\|/gm)].map(
  ([, name = '', ...forms]) => ({
    name,
    works: new Map(FORMS.map((form, index) => [form, forms[index] === 'yes'])),
  }),
);

it('has a test for each row, and a row for each test', () => {
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(TOOL_CHAINS));
});

/** `npm test -- platform` leaves out those that CI runs on an earlier version. */
const isSecondRun = process.env.PLATFORM_TESTS === '1';

const runsHere = ({ since }: { readonly since?: number }): boolean =>
  since === undefined ? !isSecondRun : node >= since;

const chains = rows.flatMap(({ name, works }) => {
  const chain = TOOL_CHAINS[name];
  return chain !== undefined && runsHere(chain) ? [{ name, works, chain }] : [];
});
const agents = Object.entries(WHOLE_AGENTS)
  .map(([name, agent]) => ({ name, agent }))
  .filter(({ agent }) => runsHere(agent));

beforeAll(async () => {
  const archives: readonly string[] = await packedArchives();
  const wanted = archives.filter(
    (path) => !/toolwright-(?:adapters|capabilities|mcp|nestjs|store|studio)-/.test(path),
  );
  const others = new Set([
    ...chains.flatMap(({ chain }) => chain.packages),
    ...agents.flatMap(({ agent }) => agent.packages),
  ]);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const { code, output } = await execute('npm', [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    // Two versions of Vitest ask for two versions of the same optional peers.
    '--legacy-peer-deps',
    '--fetch-timeout=30000',
    '--fetch-retries=5',
    ...wanted,
    ...others,
    'typescript@6.0.3',
    '@types/node@20.19.0',
    'reflect-metadata@0.2.2',
    'openai@6.30.1',
  ]);
  if (code !== 0) throw new Error(output);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * If a decorator works, the other forms work too, because their tools are in the same program. The compilers of decorators do not depend on
 * Node.js, so CI tests one form of each tool chain on the earlier Node.js, and both on the later one.
 */
const cases = chains.flatMap(({ name, works, chain }) => {
  const decorated = works.get('standard') || works.get('legacy');
  const forms = node < 24 ? ['standard' as const] : FORMS;
  return forms
    .filter((form) => form !== 'unmarked' || !decorated)
    .map((form) => ({ name, form, chain, outcome: works.get(form) ? 'runs' : 'refuses' }));
});

it.each(cases)('$name $outcome a program with $form decorators', async ({ form, chain, outcome }) => {
  // Codegen reads these sources once; for further tool chains they come from its cache.
  const project = join(folder, `${chain.program ?? 'program'}-${form}`);
  let last = { code: 0 as number | null, output: '' };
  let said = '';
  for (const command of chain.prepare(project, form)) {
    last = await execute(process.execPath, command, project);
    said += last.output;
    if (last.code !== 0) break;
  }
  if (outcome === 'refuses') {
    expect(last).toMatchObject({ output: expect.stringMatching(/SyntaxError|2018 proposal/) });
    expect(last.code).not.toBe(0);
    // Codegen has warned before.
    expect(said).toContain('TW1004');
  } else {
    expect(last).toMatchObject({ code: 0 });
    if (!chain.tested) expect(answersOf(chain, project, last.output)).toMatchObject(ANSWERS);
  }
});

// M5
describe('a whole agent', () => {
  const project = join(folder, 'agent');
  const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-bundles-')));
  const model = new TwoPartModel();
  let modelUrl = '';

  beforeAll(async () => {
    modelUrl = await model.start();
    writeAgent(project, modelUrl);
    expect(await execute(process.execPath, CODEGEN, project)).toMatchObject({ code: 0 });
  });
  afterAll(() => {
    model.stop();
    rmSync(elsewhere, { recursive: true, force: true });
  });

  it('has a row for each bundler', () => {
    const names = [...page().matchAll(/^\| (.+?) +\| `.+ +\| (?:leaves|bundles) them/gm)].map(
      ([, name]) => name,
    );
    expect(names).toEqual(Object.keys(WHOLE_AGENTS));
  });

  it.each(agents)(
    '$name builds it without settings for the providers that it does not use; it streams',
    async ({ agent }) => {
      rmSync(join(project, 'dist'), { recursive: true, force: true });
      const { code, output } = await execute(process.execPath, agent.build, project);
      expect({ code, output }).toMatchObject({ code: 0 });
      if (!agent.warns) expect(output).not.toMatch(/anthropic|@google|groq|ollama/);
      const text = await streamed(agent);
      expect(text).toContain('"output":"Oslo: sun"');
      expect(text).toContain('"delta":"in Oslo."');
      expect(text).toContain('data: [DONE]');
    },
  );

  async function streamed({ serves, run = ['dist/main.js'] }: WholeAgent): Promise<string> {
    rmSync(join(elsewhere, 'dist'), { recursive: true, force: true });
    if (!serves) cpSync(join(project, 'dist'), join(elsewhere, 'dist'), { recursive: true });
    writeFileSync(join(elsewhere, 'package.json'), '{ "type": "module" }');
    const child = start(process.execPath, run, serves ? project : elsewhere, { MODEL_URL: modelUrl });
    let text = '';
    child.stderr.on('data', (chunk) => {
      text += chunk;
    });
    try {
      for await (const chunk of serves ? await streamOf(child) : child.stdout) {
        text += Buffer.from(chunk).toString();
        if (text.includes('"delta":"Sun "')) model.seeFirstPart();
      }
      return text;
    } finally {
      child.kill();
    }
  }
});

/** The response of a server that prints its address. */
async function streamOf(
  server: ChildProcess & { readonly stdout: Readable },
): Promise<AsyncIterable<Uint8Array>> {
  let printed = '';
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    printed += chunk;
    if (/ready/i.test(printed)) break;
  }
  const { body } = await fetch(/http:\/\/localhost:\d+/.exec(printed)?.[0] ?? printed);
  if (body === null) throw new Error(printed);
  return body;
}

/** Runs a command with the environment of a newcomer. */
function execute(
  command: string,
  args: readonly string[],
  cwd = folder,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = start(command, args, cwd);
    let output = '';
    const collect = (chunk: string) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

function start(command: string, args: readonly string[], cwd: string, variables: NodeJS.Dict<string> = {}) {
  const { HOME, PATH = '' } = process.env;
  // npm hangs if it runs inside another npx. The programs themselves run on the Node under test.
  const outside = (entry: string): boolean => !entry.includes('_npx');
  const env = {
    PATH: command === 'npm' ? PATH.split(':').filter(outside).join(':') : PATH,
    HOME,
    NO_COLOR: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    WRANGLER_SEND_METRICS: 'false',
    ...variables,
  };
  return spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 480_000 });
}
