import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process. A process id is not sufficient: ids are reused, and containers number their processes separately. */
export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  /** The kernel's boot id and the PID namespace; null if the system does not provide them. */
  readonly machine: string | null;
  /** The time at which the process started, in clock ticks since boot; null if the system does not provide it. */
  readonly started: string | null;
}

export function identifyProcess(): ProcessIdentity {
  return { host: hostname(), pid: process.pid, machine: readMachine(), started: readStart(process.pid) };
}

/** Whether the process has certainly exited. Only true for processes of the same host, kernel and PID namespace. */
export function isGone(other: ProcessIdentity): boolean {
  if (other.host !== hostname()) return false;
  const machine = readMachine();
  if (other.machine !== machine) return false;
  // Only Linux has PID namespaces. If the namespace is missing there, the process cannot be identified.
  if (machine === null && process.platform === 'linux') return false;
  try {
    process.kill(other.pid, 0); // signal 0 only checks whether the process exists
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return Reflect.get(Object(error), 'code') === 'ESRCH';
  }
  const started = readStart(other.pid);
  return other.started !== null && started !== null && started !== other.started;
}

/** Whether the process that started a call may still be executing it. Undefined means that the process is unknown. */
export function mayStillRun(by: ProcessIdentity | undefined): boolean {
  return by === undefined || !isGone(by);
}

/** https://man7.org/linux/man-pages/man7/pid_namespaces.7.html */
function readMachine(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null; // not Linux, or /proc is hidden
  }
}

/** Reads field 22 of https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html. Counts after the name, which may contain spaces. */
function readStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
