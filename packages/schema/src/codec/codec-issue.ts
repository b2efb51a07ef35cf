import { ToolwrightError } from '@toolwright/contract';
import { formatPath } from '../json-pointer.js';

/** One place where a value cannot be decoded or encoded. */
export interface CodecIssue {
  /** Names of members and numbers of items, from the root. */
  readonly path: readonly string[];
  /** Completes "must be …". */
  readonly expected: string;
  /** What came instead, shortened. */
  readonly got: string;
}

/** Arguments of a model that break a codec: goes back to the model. */
export function decodeError(issues: readonly CodecIssue[]): ToolwrightError {
  const sentences = issues.map(
    ({ path, expected, got }) => `${formatPath(path) || 'The value'} must be ${expected}; got ${got}.`,
  );
  return new ToolwrightError('INVALID_ARGUMENTS', sentences.join('\n'), {
    blame: 'model',
    hint: 'Correct the value and call again.',
  });
}

/** A result that is not what its type says. */
export function encodeError(issues: readonly CodecIssue[]): ToolwrightError {
  const sentences = issues.map(({ path, expected, got }) => {
    const place = formatPath(path);
    return `The tool's result ${place === '' ? 'must be' : `must have at ${place}`} ${expected}, not ${got}.`;
  });
  return new ToolwrightError('INVALID_RESULT', sentences.join('\n'), {
    blame: 'tool',
    hint: 'Return what the declared type says.',
  });
}
