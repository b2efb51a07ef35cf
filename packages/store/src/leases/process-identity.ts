import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Where a process runs and since when: numbers of processes are used again, and mean another process in another container. */
export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  /** The start of the kernel and the namespace of process numbers; null where the system does not say. */
  readonly machine: string | null;
  /** When the process began, in ticks since the kernel's start; null where the system does not say. */
  readonly started: string | null;
}

export function identifyProcess(): ProcessIdentity {
  return { host: hostname(), pid: process.pid, machine: readMachine(), started: readStart(process.pid) };
}

/** Whether the process is certainly gone. Only what ran under this kernel, and in this namespace, can be judged. */
export function isGone(other: ProcessIdentity): boolean {
  if (other.host !== hostname()) return false;
  const machine = readMachine();
  if (other.machine !== machine) return false;
  // Other systems have no namespaces of process numbers.
  if (machine === null && process.platform === 'linux') return false;
  try {
    process.kill(other.pid, 0); // signal 0 only asks
  } catch (error) {
    // EPERM: there is such a process, of another user.
    return Reflect.get(Object(error), 'code') === 'ESRCH';
  }
  const started = readStart(other.pid);
  return other.started !== null && started !== null && started !== other.started;
}

/** Whether something that this process began may not have ended yet. Undefined is a process of which nothing is known. */
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

/** Field 22 of https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html, after the name, which may hold spaces. */
function readStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
