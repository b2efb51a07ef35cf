import { errorMessage, ToolwrightError } from '@toolwright/contract';

export function storeFailed(doing: string, cause: unknown): ToolwrightError {
  return new ToolwrightError('STORE_FAILED', `Cannot ${doing}: ${errorMessage(cause)}`, {
    blame: 'user',
    hint: 'Check that the file is writable and that the disk has space. Earlier records are unchanged.',
    cause,
  });
}

export function storeCorrupt(problem: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('STORE_CORRUPT', problem, {
    blame: 'user',
    hint: 'Nothing was changed. Restore the file from a backup, or start with a new file.',
    cause,
  });
}

export function storeClosed(): ToolwrightError {
  return new ToolwrightError('USAGE', 'The store is closed.', {
    blame: 'developer',
    hint: 'Close the store only after the last run, or open it again with openSqliteStore().',
  });
}

export function recordTooLarge(cause: unknown): ToolwrightError {
  return new ToolwrightError('STORE_FAILED', 'A record is too large to be stored.', {
    blame: 'user',
    hint: 'Pass large text and files by reference, e.g. as a path. Earlier records are unchanged.',
    cause,
  });
}

export function sessionBusy(id: string, holder: string): ToolwrightError {
  return new ToolwrightError('SESSION_BUSY', `The session '${id}' is in use by ${holder}.`, {
    blame: 'user',
    hint: 'Wait until that run has finished. If its process died, the lease will expire.',
  });
}

export function unknownSession(id: string): ToolwrightError {
  return new ToolwrightError('UNKNOWN_SESSION', `There is no session '${id}'.`, {
    blame: 'user',
    hint: 'Call `store.list()` to list the existing sessions.',
  });
}
