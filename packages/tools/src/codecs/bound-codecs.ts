import type { ToolCodecs } from '@toolwright/contract';
import { type Codec, type CodecIssue, compileCodec } from '@toolwright/schema';
import { ArgumentFailure } from './argument-failure.js';

/** Of one tool; undefined where nothing in the arguments, or in the result, has a codec. */
export interface BoundCodecs {
  readonly parameters: Codec | undefined;
  readonly result: Codec | undefined;
}

/**
 * Prepares the codecs of a tool. Those of the arguments throw an {@link ArgumentFailure}.
 * @throws ToolwrightError `INVALID_TOOL` for plans that name what they do not define.
 */
export function bindCodecs({ parameters, result, definitions }: ToolCodecs = {}): BoundCodecs {
  const failure = (issues: readonly CodecIssue[]): Error => new ArgumentFailure(issues);
  return {
    parameters:
      parameters && compileCodec(parameters, definitions, { decodeError: failure, encodeError: failure }),
    result: result && compileCodec(result, definitions),
  };
}
