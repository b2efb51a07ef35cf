import { type Candidate, readWhole } from './find-candidates.js';

/** Returns a reply without surrounding whitespace and without a Markdown fence around the whole text. */
export function bareText(text: string): string {
  return openFence(text) ?? trim(text);
}

/** Parses an object that lacks its braces inside a fence, or only its opening brace, as after a prefilled answer. */
export function findUnbraced(text: string): Candidate | undefined {
  const fenced = openFence(text);
  const bare = fenced ?? trim(text);
  if (!/^"[^"\\\n]+"\s*:/.test(bare.slice(0, MAX_NAME))) return undefined;
  const opened = readWhole(`{${bare}`, NOTE);
  if (opened?.unclosed.length === 0) return opened;
  // If the fence is closed, the text was not truncated.
  return fenced === undefined ? opened : readWhole(`{${bare}\n}`, NOTE);
}

const NOTE = 'The braces around the answer were incomplete.';
const MAX_NAME = 200;

function trim(text: string): string {
  return text.trim().replace(/^\uFEFF/, '');
}

/** Returns the contents of a fence that encloses the whole text. */
function openFence(text: string): string | undefined {
  const trimmed = trim(text);
  const mark = trimmed.slice(0, 3);
  const line = trimmed.indexOf('\n');
  if ((mark !== '```' && mark !== '~~~') || line < 0 || !trimmed.endsWith(mark)) return undefined;
  const content = trimmed.slice(line + 1, -3);
  const isOne = !trimmed.slice(3, line).includes('`') && /(?:^|\n)[ \t]*$/.test(content.slice(-MAX_NAME));
  return isOne ? content.trim() : undefined;
}
