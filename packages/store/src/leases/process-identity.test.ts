import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { identifyProcess, isGone } from './process-identity.js';

const onLinux = process.platform === 'linux' ? it : it.skip;

it('the process itself is not gone', () => {
  const self = identifyProcess();
  expect(self).toMatchObject({ host: hostname(), pid: process.pid });
  expect(isGone(self)).toBe(false);
});

it('a process that has ended is gone', async () => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  const { pid = 0 } = child;
  await once(child, 'exit');
  expect(isGone({ ...identifyProcess(), pid })).toBe(true);
});

onLinux('another process that got the number is not its holder', () => {
  const self = identifyProcess();
  expect(self.started).toMatch(/^\d+$/);
  expect(isGone({ ...self, started: `${Number(self.started) - 1}` })).toBe(true);
  // Whoever wrote no start cannot be told from the process that has its number.
  expect(isGone({ ...self, started: null })).toBe(false);
});

onLinux('nothing is certain of another kernel, another namespace of numbers or an older record', () => {
  const child = spawnSync(process.execPath, ['--version']);
  const dead = { ...identifyProcess(), pid: child.pid };
  expect(isGone(dead)).toBe(true);
  for (const machine of ['another boot pid:[1]', `${dead.machine}0`, null])
    expect(isGone({ ...dead, machine })).toBe(false);
  expect(isGone({ ...dead, host: 'another' })).toBe(false);
});

const unshared = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'readlink', '/proc/self/ns/pid'], {
  encoding: 'utf8',
});

// Needs root, or the right to make namespaces.
(unshared.status === 0 ? it : it.skip)('a process of another PID namespace has another machine', () => {
  const { machine } = identifyProcess();
  expect(machine).toContain('pid:[');
  expect(unshared.stdout).toMatch(/^pid:\[\d+\]\n$/);
  expect(machine).not.toContain(unshared.stdout.trim());
});
