import type { ToolCodecs } from '@toolwright/contract';
import { formatPath } from '@toolwright/json';
import { type Codec, type CodecIssue, compileCodec } from '@toolwright/json-schema';
import type { ArgumentIssue } from '../validation/explain/argument-issue.js';

/** The codecs of one tool. Each is undefined if it is not needed. */
export interface BoundCodecs {
  readonly parameters: Codec | undefined;
  readonly result: Codec | undefined;
}

/**
 * Compiles the codecs of a tool. The codec for arguments throws {@link ArgumentFailure}.
 * @throws ToolwrightError `INVALID_TOOL` for plans that refer to a missing definition
 */
export function bindCodecs({ parameters, result, definitions, classes }: ToolCodecs = {}): BoundCodecs {
  const failure = (issues: readonly CodecIssue[]): Error => new ArgumentFailure(issues);
  return {
    parameters:
      parameters &&
      compileCodec(parameters, definitions, { classes, decodeError: failure, encodeError: failure }),
    result: result && compileCodec(result, definitions, { classes }),
  };
}

/** Thrown by the codec for a tool's arguments, and caught within this package. */
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
