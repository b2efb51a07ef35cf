import { BACKSLASH, QUOTE } from './characters.js';

/**
 * Like `JSON.parse`, which takes seconds for megabytes of brackets and so would block the process.
 * @throws SyntaxError also for text that is nested deeper than 500 levels
 */
export function parseForeign(text: string): unknown {
  if (isDeep(text)) throw new SyntaxError(`It is nested deeper than ${MAX_LEVELS} levels.`);
  return JSON.parse(text);
}

const MAX_LEVELS = 500;

/** Counts brackets outside strings. For text that is not JSON, the count is right up to the first error. */
function isDeep(text: string): boolean {
  let level = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) index += code === BACKSLASH ? 1 : 0;
    else if (code === 0x5b || code === 0x7b) level += 1;
    else if (code === 0x5d || code === 0x7d) level -= 1;
    if (level > MAX_LEVELS) return true;
  }
  return false;
}
