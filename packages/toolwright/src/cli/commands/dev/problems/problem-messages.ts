import type { ProblemsReply, ToolFacts } from '@toolwright/studio/server';

/** Messages to `toolwright dev` from the processes that read the sources. */
export type ProblemMessage =
  | { readonly type: 'problems'; readonly problems: ProblemsReply }
  | { readonly type: 'facts'; readonly facts: ToolFacts };

/** Checks only the type: both ends belong to this package. */
export function isProblemMessage(value: unknown): value is ProblemMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    (value.type === 'problems' || value.type === 'facts')
  );
}

export function tell(message: ProblemMessage): void {
  // A parent that has ended needs nothing; this process ends with it.
  process.send?.(message, undefined, undefined, () => {});
}
