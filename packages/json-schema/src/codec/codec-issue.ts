import { ToolwrightError } from '@toolwright/contract';
import { formatPath } from '@toolwright/json';

/** One place where a value cannot be decoded or encoded. */
export interface CodecIssue {
  /** Names of members and indices of items, from the root. */
  readonly path: readonly string[];
  /** Completes "must be …". */
  readonly expected: string;
  /** The actual value, shortened. */
  readonly got: string;
}

/** Refuses arguments; the error goes back to the model. */
export function decodeError(issues: readonly CodecIssue[]): ToolwrightError {
  const sentences = issues.map((issue) => sentence(formatPath(issue.path) || 'The value', issue));
  return new ToolwrightError('INVALID_ARGUMENTS', sentences.join('\n'), {
    blame: 'model',
    hint: 'Correct the value and call again.',
  });
}

/** Refuses a result that does not have its declared type. */
export function encodeError(issues: readonly CodecIssue[]): ToolwrightError {
  const sentences = issues.map((issue) => sentence(formatPath(['result', ...issue.path]), issue));
  return new ToolwrightError('INVALID_RESULT', sentences.join('\n'), {
    blame: 'tool',
    hint: 'Return a value of the declared type.',
  });
}

function sentence(subject: string, { expected, got }: CodecIssue): string {
  return `${subject} must be ${expected}; got ${got}.`;
}
