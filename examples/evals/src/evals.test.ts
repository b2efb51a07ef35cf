import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = mkdtempSync(path.join(tmpdir(), 'toolwright-example-evals-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

function toolwright(...args: readonly string[]) {
  const { PATH, HOME } = process.env;
  const command = path.join(root, '../../packages/toolwright/bin/toolwright.js');
  const options = { cwd: root, encoding: 'utf8', timeout: 300_000 } as const;
  return spawnSync(process.execPath, [command, ...args], {
    ...options,
    env: { PATH, HOME, NO_COLOR: '1', CI: '1' },
  });
}

// L3, L4, L5
it('passes its 25 cases from the cassette, and 66 attacks, as in the baseline', () => {
  const saved = path.join(out, 'baseline.json');
  const { status, stdout, stderr } = toolwright(
    ...['eval', 'src', '--out', out, '--baseline', 'baseline.json', '--save-baseline', saved],
  );
  expect({ status, stderr: stderr.replace(/^Wrote .*\n/gm, '') }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('support: 25/25 passed (100%)');
  expect(stdout).toContain('safety: 66/66 passed (100%)');
  expect(readFileSync(saved, 'utf8')).toBe(readFileSync(path.join(root, 'baseline.json'), 'utf8'));
});

// L3
it('has the cassette that its recorder writes', () => {
  const file = path.join(out, 'support.json');
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'dist/record.js'), file], {
    encoding: 'utf8',
    timeout: 300_000,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(readFileSync(file, 'utf8')).toBe(readFileSync(path.join(root, 'cassettes/support.json'), 'utf8'));
});

// L4
it('goes on after a promise that nobody handles, and exits with 2', () => {
  const file = path.join(out, 'stray.eval.mjs');
  writeFileSync(file, STRAY);
  const folder = path.join(out, 'stray');
  const { status, stdout, stderr } = toolwright('eval', file, '--out', folder, '--report', 'table', 'junit');
  expect(stdout).toContain('stray: 1/1 passed (100%)');
  expect(stdout).toContain('next: 1/1 passed (100%)');
  expect(stderr).toContain('A promise of an eval was rejected, and nobody handled it: late');
  expect(readFileSync(path.join(folder, 'junit.xml'), 'utf8')).toMatch(
    /<testsuite name="stray" .*errors="1"[\s\S]*nobody handled it: late \(stray of /,
  );
  expect(status).toBe(2);
});

/** Two evals without imports, as another copy of the package would create them. */
const STRAY = `
const result = { runId: 'r', status: 'completed', finalResponse: '', iteration: 1, toolCalls: [], reasoningTrace: [],
  errors: [], warnings: [], messages: [], usage: { inputTokens: 1, outputTokens: 1 } };
const agent = () => ({ run: async () => result });
const stray = { name: 'stray', version: '1', score: () => { void Promise.reject(new Error('late')); return true; } };
const next = { ...stray, score: () => true };
const cases = [{ id: 'a', input: 'x' }];
export default ['stray', 'next'].map((name) => (
  { kind: 'toolwright-eval', name, agent, cases, scorers: [name === 'stray' ? stray : next] }
));
`;
