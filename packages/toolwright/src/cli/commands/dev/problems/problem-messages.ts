import type { ProblemsReply, ToolFacts } from '@toolwright/studio/server';

/** What the processes that read the sources tell `toolwright dev`. */
export type ProblemMessage =
  | { readonly type: 'problems'; readonly problems: ProblemsReply }
  | { readonly type: 'facts'; readonly facts: ToolFacts };

/** Both ends are this package's own. */
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
