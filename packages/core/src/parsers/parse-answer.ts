import { errorMessage, isToolwrightError } from '@toolwright/contract';
import type { Prompt } from '@toolwright/prompts';
import { parseError } from './parse-error.js';
import { readTags } from './read-tags.js';
import { textParser } from './text-parser.js';

/** What a prompt says of its answers. */
export type AnswerForm = Pick<Prompt, 'parser' | 'tags'>;

/**
 * Reads an answer as a prompt wants it: required tags first, then the parser.
 * @throws ToolwrightError `INVALID_OUTPUT` for whatever the parser throws, except for mistakes of the program
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
    throw passes ? thrown : parseError(errorMessage(thrown), thrown);
  }
}
