import { type RunResult, ToolwrightError } from '@toolwright/contract';

/** The error for a run that reached a limit without an answer. */
export function noAnswer({ limit }: RunResult): ToolwrightError {
  return new ToolwrightError(
    'LIMIT_REACHED',
    `The limit of ${limit ?? 'iterations'} was reached before there was an answer.`,
    { blame: 'user', hint: "Raise it in 'limits', or ask for less." },
  );
}

/** The error for a run that waits for approval. */
export function unapproved({ paused }: RunResult): ToolwrightError {
  const names = paused?.pending.map(({ name }) => name).join(', ') ?? '';
  return new ToolwrightError(
    'UNSUPPORTED',
    `The model calls tools that need approval, and tasks cannot wait for it: ${names}.`,
    { blame: 'developer', hint: "Leave these tools out, or run an Agent, which has 'resume'." },
  );
}
