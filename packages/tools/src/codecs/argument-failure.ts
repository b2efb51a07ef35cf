import { type CodecIssue, formatPath } from '@toolwright/schema';
import type { ArgumentIssue } from '../validation/explain/argument-issue.js';

/** Thrown by the codecs of a tool's arguments; never leaves this package. */
export class ArgumentFailure extends Error {
  readonly issues: readonly ArgumentIssue[];

  constructor(issues: readonly CodecIssue[]) {
    super('The arguments do not fit their codecs.');
    this.issues = issues.map(toArgumentIssue);
  }
}

function toArgumentIssue({ path, expected, got }: CodecIssue): ArgumentIssue {
  const place = formatPath(path);
  return { path: place, message: `${place || 'The arguments'} must be ${expected}; got ${got}.` };
}
