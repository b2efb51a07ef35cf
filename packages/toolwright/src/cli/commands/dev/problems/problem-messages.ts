import type { ProblemsReply, ToolFacts } from '@toolwright/studio/server';

/** Messages that the processes that read the sources send to `toolwright dev`. */
export type ProblemMessage =
  | { readonly type: 'problems'; readonly problems: ProblemsReply }
  | { readonly type: 'facts'; readonly facts: ToolFacts };

/** Whether a value is a problem message. Checks only the type, because both ends belong to this package. */
export function isProblemMessage(value: unknown): value is ProblemMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    (value.type === 'problems' || value.type === 'facts')
  );
}

export function tell(message: ProblemMessage): void {
  // Ignores errors: if the parent has exited, this process exits as well.
  process.send?.(message, undefined, undefined, () => {});
}
