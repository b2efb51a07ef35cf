import { spawn } from 'node:child_process';

const TAIL = 4000;
/** A process group of its own, so that a hung program is ended together with its children. */
const detached = process.platform !== 'win32';

/**
 * Runs a program and waits for its end. A failure is one line: the exit code and the program's message.
 * @param {import('./measure-process.mjs').Command} command
 * @param {number} hardLimitMs
 * @param {(pid: number) => () => void} [watch] Called when the program runs; what it returns is called when it has ended
 * @returns {Promise<{ wallMs: number, failure?: string }>}
 */
export async function runToEnd(command, hardLimitMs, watch) {
  const begun = performance.now();
  const child = start(command);
  const output = collectTail(child);
  const unwatch = child.pid === undefined ? undefined : watch?.(child.pid);
  let hung = false;
  const limit = setTimeout(() => {
    hung = true;
    endGroup(child);
  }, hardLimitMs);
  const interrupt = () => {
    endGroup(child);
    process.exit(130);
  };
  process.once('SIGINT', interrupt);

  const { code, signal, error } = await ended(child);
  const wallMs = performance.now() - begun;
  unwatch?.();
  clearTimeout(limit);
  process.off('SIGINT', interrupt);
  if (hung) return { wallMs, failure: `did not end within ${hardLimitMs / 1000} s` };
  if (error) return { wallMs, failure: error.message };
  return code === 0 ? { wallMs } : { wallMs, failure: reason(code, signal, output.tail) };
}

function start({ file, args, cwd, env }) {
  return spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
}

function ended(child) {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ error }));
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
}

function collectTail(child) {
  const output = { tail: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output.tail = (output.tail + text).slice(-TAIL);
    });
  }
  return output;
}

function endGroup(child) {
  if (detached && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  else child.kill('SIGKILL');
}

/** The most useful line of the output: the first that mentions an error, otherwise the last. */
function reason(code, signal, tail) {
  const lines = tail.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? 'no output';
  return `${signal ?? `exit ${code}`}: ${telling.trim().slice(0, 200)}`;
}
