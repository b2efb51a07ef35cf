// L4
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { workspaceSources } from '../../../../scripts/workspace-sources.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'toolwright-killed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = path.join(folder, 'run.mjs');
const records = path.join(folder, 'out', 'records.jsonl');
const lines = () => (existsSync(records) ? readFileSync(records, 'utf8').split('\n').filter(Boolean) : []);

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('killed.test.fixture.ts', import.meta.url))],
    outfile: program,
    ...{ bundle: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'silent' },
    external: ['openai', '@anthropic-ai/sdk', '@google/genai', 'groq-sdk', 'ollama'],
    banner: {
      js: "import * as module from 'node:module'; const require = module.createRequire(import.meta.url);",
    },
    plugins: [workspaceSources()],
  });
});

it('continues after a kill, and counts nothing twice', async () => {
  const first = spawn(process.execPath, [program, path.join(folder, 'out'), '50']);
  while (lines().length < 6 && first.exitCode === null) await delay(10);
  first.kill('SIGKILL');
  await new Promise((resolve) => first.on('close', resolve));
  const before = lines();
  expect(before.length).toBeGreaterThan(5);
  expect(before.length).toBeLessThan(31);

  const second = spawnSync(process.execPath, [program, path.join(folder, 'out'), '0'], { encoding: 'utf8' });
  expect(second.stderr).toMatch(/Resumed: \d+ of 30 attempts are done\./);
  expect(JSON.parse(second.stdout)).toMatchObject({
    attempts: 30,
    passed: 30,
    errors: 0,
    skipped: 0,
    cached: 0,
  });
  const after = lines().map((line) => JSON.parse(line));
  expect(after.map(({ caseId }) => caseId).filter(Boolean)).toHaveLength(30);
  expect(new Set(after.map(({ key }) => key).filter(Boolean)).size).toBe(30);
  expect(after.slice(0, 5)).toEqual(before.slice(0, 5).map((line) => JSON.parse(line)));
});
