import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** Who holds a lease, in a form that other processes can judge. */
export interface LeaseHolder {
  readonly host: string;
  readonly pid: number;
  /** Tells two leases of one process apart. */
  readonly key: string;
}

export function newLeaseHolder(): LeaseHolder {
  return { host: hostname(), pid: process.pid, key: randomUUID() };
}

/** Whether the process is certainly gone. Of other machines nothing is certain. */
export function isGone({ host, pid }: Pick<LeaseHolder, 'host' | 'pid'>): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0); // signal 0 only asks
    return false;
  } catch (error) {
    // EPERM: there is such a process, of another user.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

export function describeHolder({ host, pid }: Pick<LeaseHolder, 'host' | 'pid'>): string {
  return host === hostname() ? `the process ${pid}` : `the process ${pid} on ${host}`;
}
