import { loadOptional } from '../../load/load-optional.js';
import type { CliIo } from '../../process/cli-io.js';

/** The encoding of OpenAI's models since GPT-4o. Other providers do not publish theirs; their counts differ by a few percent. */
export const ENCODING = 'o200k_base';

export type CountTokens = (text: string) => number;

/** @throws ToolwrightError `MISSING_PACKAGE` */
export async function loadTokenizer({
  importTokenizer,
  cwd,
}: Pick<CliIo, 'importTokenizer'> & Partial<Pick<CliIo, 'cwd'>>): Promise<CountTokens> {
  const install = 'npm install --save-dev';
  const { countTokens } = await loadOptional('gpt-tokenizer', importTokenizer, install, cwd);
  // Treats `<|endoftext|>` in a description as ordinary text.
  const asText = { disallowedSpecial: new Set<string>() };
  return (text) => {
    let tokens = 0;
    for (const part of partsOf(text)) tokens += countTokens(part, asText);
    return tokens;
  };
}

/**
 * Splits text for the tokenizer, which takes quadratic time for long runs of letters, whitespace or punctuation. Runs of more than 128
 * characters are split, which adds at most one token per split.
 */
function* partsOf(text: string): Generator<string> {
  let start = 0;
  for (const { index, 0: run } of text.matchAll(LONG_RUN)) {
    yield text.slice(start, index + run.length);
    start = index + run.length;
  }
  yield text.slice(start);
}

const LONG_RUN = /[\p{L}\p{M}]{128}|\s{128}|[\r\n/]{128}|[^\s\p{L}\p{N}]{128}/gu;
