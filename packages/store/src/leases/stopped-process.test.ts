import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createClient } from '@libsql/client/sqlite3';
import type { PendingCall } from '@toolwright/contract';
import { cases } from '../../../../scripts/thorough.mjs';
import { createPrograms } from '../program.test.support.js';

const programs = createPrograms();
const children: ChildProcess[] = [];
let program = '';

beforeAll(async () => {
  program = await programs.bundle(new URL('stopped-process.test.fixture.ts', import.meta.url));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => programs.remove());

const LEASE_MS = 400;

/** What a program printed last. */
interface Printed {
  readonly status?: string;
  readonly pending?: readonly PendingCall[];
  readonly code?: string;
}

it('a process that was stopped while it asked the model starts no further call once another has taken over', async () => {
  const scene = newScene('model');
  const stopped = await startAndStop(scene, 'model', 200);
  expect(await run(scene)).toMatchObject({ status: 'completed' });
  const before = calls(scene);
  expect(before.map(({ tool }) => tool).sort()).toEqual(['look', 'note', 'send']);
  expect(await wake(stopped)).toEqual({ code: 'SESSION_BUSY' });
  expect(calls(scene)).toEqual(before);
});

it('a call of a stopped process is asked about: it may still be running', async () => {
  const scene = newScene('call');
  const stopped = await startAndStop(scene, 'send', 200);
  const { status, pending = [] } = await run(scene);
  expect(status).toBe('paused');
  expect(pending).toMatchObject([{ name: 'send', interrupted: true, mayStillRun: true }]);
  const decisions = { [pending[0]?.callId ?? '']: { approved: false, reason: 'It was sent.' } };
  expect(await run(scene, JSON.stringify(decisions))).toMatchObject({ status: 'completed' });
  const before = calls(scene);
  expect(await wake(stopped)).toEqual({ code: 'SESSION_BUSY' });
  expect(calls(scene)).toEqual(before);
  expect(before.filter(({ tool }) => tool === 'send')).toHaveLength(1);
});

it('a process that is stopped at any time and woken after another took over starts no call', async () => {
  for (let round = 0; round < cases(3, 60); round++) {
    const scene = newScene(`random-${round}`);
    const stopped = await startAndStop(scene, 'all', Math.random() * 100);
    const { status, pending = [] } = await run(scene);
    if (status === 'paused') {
      const refusal = { approved: false, reason: 'It may have been sent.' };
      const decisions = Object.fromEntries(pending.map(({ callId }) => [callId, refusal]));
      expect(await run(scene, JSON.stringify(decisions))).toMatchObject({ status: 'completed' });
    }
    const before = calls(scene);
    await wake(stopped);
    // Stopped in the instant between the check and the call, it makes that call: one that was asked about, or that may be repeated.
    const late = calls(scene).slice(before.length);
    const asked = pending.map(({ name }) => name);
    const other = late.filter(({ tool }) => tool === 'send' && !asked.includes(tool));
    expect({ round, before, late: late.slice(1), other }).toEqual({ round, before, late: [], other: [] });
    // A process that had ended its run is asked anew by the other one.
    const runs = before.filter(({ tool }) => tool === 'look').length;
    expect(before.filter(({ tool }) => tool === 'send').length).toBeLessThanOrEqual(runs);
  }
});

interface Scene {
  readonly file: string;
  readonly outbox: string;
}

function newScene(name: string): Scene {
  return { file: join(programs.folder, `${name}.db`), outbox: join(programs.folder, `${name}.txt`) };
}

interface Stopped {
  readonly child: ChildProcess;
  readonly printed: () => Printed;
}

/** Starts a program, stops it some time after it became slow for the first time, and waits until its lease has expired. */
async function startAndStop(scene: Scene, slow: string, afterMs: number): Promise<Stopped> {
  const started = start(scene, slow);
  await once(started.child.stdout ?? started.child, 'data');
  await setTimeout(afterMs);
  started.child.kill('SIGSTOP');
  // Stopped in the middle of a write, it would lock the file for all.
  while (await isLocked(scene.file)) {
    started.child.kill('SIGCONT');
    await setTimeout(5);
    started.child.kill('SIGSTOP');
  }
  await setTimeout(2 * LEASE_MS);
  return started;
}

async function isLocked(file: string): Promise<boolean> {
  const client = createClient({ url: pathToFileURL(file).href });
  try {
    await client.batch([], 'write');
    return false;
  } catch {
    return true;
  } finally {
    client.close();
  }
}

async function wake({ child, printed }: Stopped): Promise<Printed> {
  const ended = child.exitCode === null ? once(child, 'close') : undefined;
  child.kill('SIGCONT');
  await ended;
  return printed();
}

async function run(scene: Scene, ...decisions: string[]): Promise<Printed> {
  const { child, printed } = start(scene, 'never', ...decisions);
  await once(child, 'close');
  return printed();
}

function start({ file, outbox }: Scene, slow: string, ...decisions: string[]): Stopped {
  const child = spawn(process.execPath, [program, file, outbox, `${LEASE_MS}`, slow, ...decisions], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let text = '';
  child.stdout.on('data', (piece) => {
    text += piece;
  });
  return { child, printed: () => JSON.parse(text.trim().split('\n').at(-1) ?? '') };
}

function calls({ outbox }: Scene): { pid: string; tool: string }[] {
  if (!existsSync(outbox)) return [];
  const lines = readFileSync(outbox, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [, pid = '', tool = ''] = line.split(' ');
    return { pid, tool };
  });
}
