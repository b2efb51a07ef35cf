import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { identifyProcess, type ProcessIdentity } from './process-identity.js';

/** Who holds a lease, in a form that other processes can judge. */
export interface LeaseHolder extends ProcessIdentity {
  /** Tells any two leases apart. */
  readonly key: string;
}

export function newLeaseHolder(): LeaseHolder {
  return { ...identifyProcess(), key: randomUUID() };
}

export function describeHolder({ host, pid }: Pick<LeaseHolder, 'host' | 'pid'>): string {
  return host === hostname() ? `the process ${pid}` : `the process ${pid} on ${host}`;
}
