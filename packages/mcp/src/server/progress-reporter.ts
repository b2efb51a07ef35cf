import type { JsonValue } from '@toolwright/contract';
import type { Extra } from './create-mcp-call.js';

/**
 * Sends a tool's progress to a client that asked for it. A number is the progress itself; an object may have `progress`, `total` and
 * `message`; anything else is a message and counts as one step. Progress must grow, so other numbers are left out.
 */
export function progressReporter({ _meta, sendNotification, signal }: Extra): (value: JsonValue) => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let latest = Number.NEGATIVE_INFINITY;
  return (value) => {
    const { progress = Math.max(latest, 0) + 1, ...rest } = readProgress(value);
    if (signal.aborted || !(progress > latest)) return;
    latest = progress;
    const params = { progressToken, progress, ...rest };
    // Nobody awaits a notification: if the client is gone, the call itself ends.
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
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
