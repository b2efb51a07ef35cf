import { errorMessage, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import type { Prompt } from '@toolwright/prompts';
import { parseError } from './parse-error.js';
import { readTags } from './read-tags.js';
import { textParser } from './text-parser.js';

/** The required format of the answers to a prompt. */
export type AnswerForm = Pick<Prompt, 'parser' | 'tags'>;

/**
 * Parses an answer in the format of a prompt: first its tags, then its parser.
 * @throws ToolwrightError `INVALID_OUTPUT` if the parser refuses the answer; bugs in the parser end the run
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

/** Whether an error is a bug in the parser. Engine errors with a code, such as those from `new URL`, are about the text. */
function isBug(thrown: unknown): boolean {
  return thrown instanceof ReferenceError || (thrown instanceof TypeError && !('code' in thrown));
}

function brokenParser(cause: unknown): ToolwrightError {
  return new ToolwrightError('USAGE', `The parser failed: ${errorMessage(cause)}`, {
    blame: 'developer',
    hint: 'Make the parser check what the answer contains, and throw an Error that tells the model what is missing.',
    cause,
  });
}
