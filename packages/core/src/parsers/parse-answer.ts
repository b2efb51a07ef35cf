import { errorMessage, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import type { Prompt } from '@toolwright/prompts';
import { parseError } from './parse-error.js';
import { readTags } from './read-tags.js';
import { textParser } from './text-parser.js';

/** The required format of the answers to a prompt. */
export type AnswerForm = Pick<Prompt, 'parser' | 'tags'>;

/**
 * Reads an answer in the format of a prompt: first the required tags, then the parser.
 * @throws ToolwrightError `INVALID_OUTPUT` for errors of the parser; mistakes of the program end the run
 */
export async function parseAnswer(text: string, { parser, tags }: AnswerForm): Promise<unknown> {
  const read = tags === undefined ? undefined : readTags(text, tags);
  if (parser === undefined) return read ?? textParser.parse(text);
  const context = { tags: read };
  try {
    return await (typeof parser === 'function' ? parser(text, context) : parser.parse(text, context));
  } catch (thrown) {
    const passes =
      isToolwrightError(thrown) && (thrown.code === 'INVALID_OUTPUT' || thrown.blame === 'developer');
    if (passes) throw thrown;
    throw isBug(thrown) ? brokenParser(thrown) : parseError(errorMessage(thrown), thrown);
  }
}

/** Whether the error is a mistake in the program. Engine errors with a code, such as those of `new URL`, concern the text. */
function isBug(thrown: unknown): boolean {
  return thrown instanceof ReferenceError || (thrown instanceof TypeError && !('code' in thrown));
}

function brokenParser(cause: unknown): ToolwrightError {
  return new ToolwrightError('USAGE', `The parser failed: ${errorMessage(cause)}`, {
    blame: 'developer',
    hint: 'Check in the parser what the answer contains, and throw an Error that tells the model what is missing.',
    cause,
  });
}
