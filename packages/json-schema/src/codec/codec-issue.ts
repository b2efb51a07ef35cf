import { ToolwrightError } from '@toolwright/contract';
import { formatPath } from '@toolwright/json';

/** A part of a value that cannot be decoded or encoded. */
export interface CodecIssue {
  /** Member names and item indexes, starting at the root. */
  readonly path: readonly string[];
  /** The text after "must be". */
  readonly expected: string;
  /** The actual value, shortened. */
  readonly got: string;
}

/** Returns the error for invalid arguments, which the model receives. */
export function decodeError(issues: readonly CodecIssue[]): ToolwrightError {
  const sentences = issues.map((issue) => sentence(formatPath(issue.path) || 'The value', issue));
  return new ToolwrightError('INVALID_ARGUMENTS', sentences.join('\n'), {
    blame: 'model',
    hint: 'Correct the value and call again.',
  });
}

/** Returns the error for a result that does not have the declared type. */
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
