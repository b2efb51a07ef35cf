/**
 * A model settles two damaged orders by one program. The process is killed in the middle and another one goes on; then the run waits for a
 * person, and a third process finishes it. Nothing happens twice.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunResult } from 'toolwright';

const folder = mkdtempSync(join(tmpdir(), 'shop-'));
const worker = fileURLToPath(new URL('worker.js', import.meta.url));

/** Runs one process. Returns its result; undefined if it was killed. */
function run(killAt: string, ...decisions: string[]): RunResult | undefined {
  const env = { ...process.env, KILL_AT: killAt };
  const { signal, stdout, stderr } = spawnSync(process.execPath, [worker, folder, ...decisions], {
    env,
    encoding: 'utf8',
  });
  if (signal === 'SIGKILL') return undefined;
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as RunResult;
}

function effects(): readonly string[] {
  return readFileSync(join(folder, 'effects.log'), 'utf8').trimEnd().split('\n');
}

console.log('The first process is killed after its first report of a damage.');
run('damage 2');
console.log(`  effects: ${effects().join(', ')}`);

console.log('The second process asks about the calls that were interrupted.');
const asked = run('');
const answers = (asked?.paused?.pending ?? []).map(({ callId, name, arguments: text }) => {
  const { order } = JSON.parse(text) as { order: number };
  const took = effects().includes(`damage ${order}`);
  console.log(
    `  ${callId} ${name} ${text}: ${took ? 'the log shows that it took effect' : 'it did not take effect'}`,
  );
  return [callId, took ? { approved: false, reason: 'It was reported.' } : { approved: true }];
});

console.log('A person says so, and the program goes on until its refunds wait.');
const waiting = run('', JSON.stringify(Object.fromEntries(answers)));
const failed = waiting?.toolCalls.find(({ name }) => name === 'runProgram');
console.log(`  the compiler had refused: ${failed?.outcome.error?.split('\n')[2]}`);
for (const { name, arguments: text } of waiting?.paused?.pending ?? []) console.log(`  ${name} ${text}`);

console.log('The person agrees.');
const agreed = waiting?.paused?.pending.map(({ callId }) => [callId, { approved: true }]);
const result = run('', JSON.stringify(Object.fromEntries(agreed ?? [])));
console.log(`  ${result?.finalResponse ?? ''}`);
console.log(`  effects: ${effects().join(', ')}`);
rmSync(folder, { recursive: true, force: true });
