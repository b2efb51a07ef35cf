import type { GeneratedMessage } from '@toolwright/capabilities';
import { ToolwrightError } from 'toolwright';
import { showHidden } from './check-message.js';

/** The maximum length of a commit title. @see https://git-scm.com/docs/git-commit#_discussion */
const MAX_TITLE = 72;

/**
 * The text of a commit, byte for byte as it is shown and committed: a title of one line and at most 72 characters, an empty line, the
 * message. Hidden characters stay in the text, so that `checkMessage` finds them.
 * @throws ToolwrightError `INVALID_OUTPUT` without a title
 */
export function composeMessage({ emoji, title, message }: GeneratedMessage): string {
  const line = [emoji ?? '', title]
    .map((part) => unify(part).replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' ');
  if (
    showHidden(line)
      .replace(/<U\+[\dA-F]+>/g, '')
      .trim() === ''
  )
    throw new ToolwrightError('INVALID_OUTPUT', 'The model gave no title.', { blame: 'model' });
  const body = unify(message).trim();
  const short =
    [...line].length > MAX_TITLE
      ? `${[...line]
          .slice(0, MAX_TITLE - 1)
          .join('')
          .trimEnd()}…`
      : line;
  return body === '' ? `${short}\n` : `${short}\n\n${body}\n`;
}

/** A message in plain text: its first line is the title, the rest the message. A code fence around the whole text is removed. */
export function composePlain(text: string): string {
  const [, inner] = /^```\w*\n([\s\S]*)\n```$/.exec(unify(text).trim()) ?? [];
  const [first = '', ...rest] = (inner ?? unify(text)).trim().split('\n');
  const title = first.replace(/^#+ /, '');
  if ([...title].length <= MAX_TITLE) return composeMessage({ emoji: null, title, message: rest.join('\n') });
  // Text that does not fit into the title goes into the message.
  return composeMessage({ emoji: null, title, message: [title, ...rest].join('\n') });
}

/** The message with those of these trailers, such as `Change-Id: …`, that it lacks. */
export function withTrailers(text: string, trailers: readonly string[]): string {
  const lines = text.split('\n');
  const missing = trailers.filter((trailer) => !lines.includes(trailer));
  if (missing.length === 0) return text;
  const hasSome = lines.length > 3 && TRAILER.test(lines.at(-2) ?? '');
  return `${text}${hasSome ? '' : '\n'}${missing.join('\n')}\n`;
}

const TRAILER = /^[\w-]+: /;

function unify(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
