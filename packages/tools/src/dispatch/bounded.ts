import { type AbortListeners, formatDuration, ToolwrightError } from '@toolwright/contract';
import type { Deadline, Deadlines } from './deadlines.js';

export interface Limits {
  readonly toolName: string;
  readonly signal: AbortSignal | undefined;
  /** The time limit in milliseconds; undefined for no limit. */
  readonly timeoutMs: number | undefined;
  readonly watch: Watch;
}

/** The timers and abort listeners that a registry's calls share. */
export interface Watch {
  readonly deadlines: Deadlines;
  readonly abortListeners: AbortListeners;
}

/**
 * Settles like `pending`, or rejects as soon as a limit is reached, even if `pending` never settles. Removes its listener and timer.
 * @param onSettled called once before the promise settles, with the error if a limit was reached
 */
export function bounded(
  pending: PromiseLike<unknown>,
  limits: Limits,
  onSettled: (cutBy?: Error) => void,
): Promise<unknown> {
  const { toolName, signal, timeoutMs } = limits;
  const { deadlines, abortListeners } = limits.watch;
  return new Promise((resolve, reject) => {
    let deadline: Deadline | undefined;
    let isSettled = false;
    const settle = (cutBy?: Error): boolean => {
      if (isSettled) return false;
      isSettled = true;
      if (deadline !== undefined) deadlines.cancel(deadline);
      if (signal !== undefined) abortListeners.remove(signal, onAbort);
      onSettled(cutBy);
      return true;
    };
    const cut = (error: Error): void => {
      if (settle(error)) reject(error);
    };
    const onAbort = (): void => cut(abortedError(toolName, signal));
    if (signal !== undefined) abortListeners.add(signal, onAbort);
    if (timeoutMs !== undefined)
      deadline = deadlines.add(timeoutMs, () => cut(timeoutError(toolName, timeoutMs)));
    pending.then(
      (value) => {
        if (settle()) resolve(value);
      },
      (error: unknown) => {
        if (settle()) reject(error);
      },
    );
    // The tool itself may have aborted the signal before it returned its promise. Then no abort event follows.
    if (signal?.aborted) onAbort();
  });
}

export function abortedError(toolName: string, signal: AbortSignal | undefined): ToolwrightError {
  return new ToolwrightError('ABORTED', `The call to '${toolName}' was aborted.`, {
    blame: 'user',
    cause: signal?.reason,
  });
}

function timeoutError(toolName: string, timeoutMs: number): ToolwrightError {
  return new ToolwrightError(
    'TOOL_TIMEOUT',
    `'${toolName}' took longer than ${formatDuration(timeoutMs)} and was stopped.`,
    {
      blame: 'tool',
      hint: 'Request less data, or give the tool more time with @tool({ timeoutMs }).',
    },
  );
}
