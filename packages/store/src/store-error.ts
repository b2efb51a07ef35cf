import { errorMessage, ToolwrightError } from '@toolwright/contract';

export function storeFailed(doing: string, cause: unknown): ToolwrightError {
  return new ToolwrightError('STORE_FAILED', `Cannot ${doing}: ${errorMessage(cause)}`, {
    blame: 'user',
    hint: 'Check that the file can be written and that the disk has space; what was written before is still there.',
    cause,
  });
}

export function storeCorrupt(problem: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('STORE_CORRUPT', problem, {
    blame: 'user',
    hint: 'Nothing was changed. Put a copy from before in its place, or begin with another file.',
    cause,
  });
}

export function storeClosed(): ToolwrightError {
  return new ToolwrightError('USAGE', 'The store is closed.', {
    blame: 'developer',
    hint: 'Close it after the last run, or open it again with openSqliteStore().',
  });
}

export function recordTooLarge(cause: unknown): ToolwrightError {
  return new ToolwrightError('STORE_FAILED', 'A record is too large to be stored.', {
    blame: 'user',
    hint: 'Pass large texts and files by reference, such as a path. What was written before is still there.',
    cause,
  });
}

export function sessionBusy(id: string, holder: string): ToolwrightError {
  return new ToolwrightError('SESSION_BUSY', `The session '${id}' is being written by ${holder}.`, {
    blame: 'user',
    hint: 'Wait until that run has ended; the right of a process that has died expires by itself.',
  });
}

export function unknownSession(id: string): ToolwrightError {
  return new ToolwrightError('UNKNOWN_SESSION', `There is no session '${id}'.`, {
    blame: 'user',
    hint: 'Call `store.list()` for the sessions that exist.',
  });
}
