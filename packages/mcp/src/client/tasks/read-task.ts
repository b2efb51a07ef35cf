import { isRecord, shortenText, ToolwrightError } from '@toolwright/contract';

/** The state of a server's task. */
export type TaskState = TaskBase &
  (
    | { readonly status: 'working' | 'cancelled' }
    | { readonly status: 'completed'; readonly result: unknown }
    | { readonly status: 'failed'; readonly message: string }
    | { readonly status: 'input_required'; readonly questions: Readonly<Record<string, unknown>> }
  );

interface TaskBase {
  readonly taskId: string;
  /** `session`: the experimental tasks of 2025-11-25. `stateless`: the extension of 2026-07-28. */
  readonly era: 'session' | 'stateless';
  /** The polling interval in milliseconds. */
  readonly pollMs: number;
  readonly statusMessage: string | undefined;
}

/**
 * Reads a task that a server sent.
 * @throws ToolwrightError `INVALID_RESPONSE`
 */
export function readTask(sent: unknown, server: string): TaskState {
  const era = isRecord(sent) && isRecord(sent.task) ? 'session' : 'stateless';
  const raw: Readonly<Record<string, unknown>> = Object(era === 'session' ? Object(sent).task : sent);
  const { taskId, status, statusMessage } = raw;
  if (typeof taskId !== 'string' || taskId === '' || taskId.length > MAX_ID) throw unreadable(server);
  const base: TaskBase = {
    taskId,
    era,
    pollMs: pollOf(era === 'session' ? raw.pollInterval : raw.pollIntervalMs),
    statusMessage: typeof statusMessage === 'string' ? shortenText(statusMessage, MAX_MESSAGE) : undefined,
  };
  switch (status) {
    case 'working':
    case 'cancelled':
      return { ...base, status };
    case 'completed':
      return { ...base, status, result: raw.result };
    case 'failed': {
      const { message } = Object(raw.error);
      const text = [message, statusMessage].find((one) => typeof one === 'string');
      return { ...base, status, message: text ?? 'The task failed without a message.' };
    }
    case 'input_required':
      return { ...base, status, questions: isRecord(raw.inputRequests) ? raw.inputRequests : {} };
    default:
      throw unreadable(server);
  }
}

/** The maximum length of a task id, which is sent in the header `Mcp-Name`. */
const MAX_ID = 1_000;
const MAX_MESSAGE = 2_000;

/** Limits the polling interval that a server asks for, so that the client neither floods the server nor waits too long. */
function pollOf(wanted: unknown): number {
  return typeof wanted === 'number'
    ? Math.min(Math.max(wanted, 20), 60_000) || DEFAULT_POLL_MS
    : DEFAULT_POLL_MS;
}

const DEFAULT_POLL_MS = 1_000;

function unreadable(server: string): ToolwrightError {
  return new ToolwrightError('INVALID_RESPONSE', `${server} sent a task that cannot be read.`, {
    blame: 'provider',
  });
}
