import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { identifyProcess, type ProcessIdentity } from './process-identity.js';

/** The holder of a lease, described so that other processes can tell whether it is still alive. */
export interface LeaseHolder extends ProcessIdentity {
  /** A unique key for each lease. */
  readonly key: string;
}

export function newLeaseHolder(): LeaseHolder {
  return { ...identifyProcess(), key: randomUUID() };
}

export function describeHolder({ host, pid }: Pick<LeaseHolder, 'host' | 'pid'>): string {
  return host === hostname() ? `the process ${pid}` : `the process ${pid} on ${host}`;
}
