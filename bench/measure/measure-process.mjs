import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gnuTimeMeter } from './gnu-time-meter.mjs';
import { nodeMeter } from './node-meter.mjs';
import { createProcMeter } from './proc-meter.mjs';
import { runToEnd } from './run-to-end.mjs';

/** No measured program may take longer; one that does has hung. */
const HARD_LIMIT_MS = 15 * 60_000;

/**
 * @typedef {object} Command
 * @property {string} file
 * @property {string[]} args
 * @property {string} [cwd]
 * @property {Record<string, string>} [env] Added to the environment
 * @property {boolean} [native] Starts a program that is not Node and does the work
 */

/**
 * Runs a program and measures the whole process: start, work and exit.
 * @param {Command} command
 * @returns {Promise<{ usage: { wallMs: number, cpuMs?: number, peakMb?: number } } | { failure: string }>}
 */
export async function measureProcess(command, { hardLimitMs = HARD_LIMIT_MS } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-meter-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Removes the folder also if the bench is interrupted and this function never returns.
  process.once('exit', remove);
  try {
    const meter = meterFor(command);
    const { wallMs, failure } = await runToEnd(meter.wrap(command, folder), hardLimitMs, meter.watch);
    return failure === undefined ? { usage: { wallMs, ...meter.read(folder) } } : { failure };
  } catch (error) {
    return { failure: `not measured: ${error instanceof Error ? error.message : error}` };
  } finally {
    process.off('exit', remove);
    remove();
  }
}

function meterFor(command) {
  if (!command.native) return nodeMeter;
  return gnuTimeMeter.available ? gnuTimeMeter : createProcMeter();
}
