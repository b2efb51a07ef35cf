import type { JsonValue } from '@toolwright/contract';
import type { Peer } from './peer.js';

/**
 * Sends a tool's progress to a client that asked for progress. A number is the progress itself. An object can contain `progress`, `total`
 * and `message`. Any other value is a message and counts as one step. Progress must increase, so a number that is not larger is not sent.
 */
export function progressReporter(peer: Peer): (value: JsonValue) => void {
  let latest = Number.NEGATIVE_INFINITY;
  return (value) => {
    const progressToken = peer.progressToken();
    if (progressToken === undefined) return;
    const { progress = Math.max(latest, 0) + 1, ...rest } = readProgress(value);
    if (!(progress > latest)) return;
    latest = progress;
    peer.notify({ method: 'notifications/progress', params: { progressToken, progress, ...rest } });
  };
}

interface ProgressReport {
  readonly progress?: number;
  readonly total?: number;
  readonly message?: string;
}

function readProgress(value: JsonValue): ProgressReport {
  if (typeof value === 'number') return { progress: value };
  if (typeof value === 'string') return { message: value };
  if (typeof value !== 'object' || value === null || !('progress' in value)) {
    return { message: JSON.stringify(value) };
  }
  const { progress, total, message } = value;
  if (typeof progress !== 'number') return { message: JSON.stringify(value) };
  return {
    progress,
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
}
