import { isToolwrightError, type RunResult, ToolwrightError, textStart } from '@toolwright/contract';

/** Returns the error for a run that reached a limit without an answer. */
export function noAnswer({ limit }: RunResult): ToolwrightError {
  return new ToolwrightError(
    'LIMIT_REACHED',
    `The limit of ${limit ?? 'iterations'} was reached before there was an answer.`,
    { blame: 'user', hint: "Raise the limit in 'limits', or ask for less." },
  );
}

/** Returns the error for a run that is waiting for approval. */
export function unapproved({ paused }: RunResult): ToolwrightError {
  const names = paused?.pending.map(({ name }) => name).join(', ') ?? '';
  return new ToolwrightError(
    'UNSUPPORTED',
    `The model called tools that need approval, but tasks cannot wait for approval: ${names}.`,
    { blame: 'developer', hint: "Remove these tools, or run an Agent, which has 'resume'." },
  );
}

/** Returns the error for a model that does not want to answer. */
export function refused(words: string): ToolwrightError {
  return new ToolwrightError('INVALID_OUTPUT', `The model refused: ${textStart(words, MAX_REFUSAL)}`, {
    blame: 'model',
  });
}

const MAX_REFUSAL = 500;

/** Adds the refused answer to the error, because a person can still use it. */
export function withAnswer(error: unknown, answer: string): unknown {
  if (!isToolwrightError(error) || error.code !== 'INVALID_OUTPUT' || answer === '') return error;
  const { blame, hint, cause, result } = error;
  const message = `${error.message}\nIts last answer was:\n${answer}`;
  return Object.assign(
    new ToolwrightError('INVALID_OUTPUT', message, { blame, hint, cause }),
    result && { result },
  );
}
