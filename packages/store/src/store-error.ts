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
