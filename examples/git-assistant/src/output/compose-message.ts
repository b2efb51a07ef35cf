import type { GeneratedMessage } from '@toolwright/capabilities';
import { ToolwrightError } from 'toolwright';

/** Titles of commits are at most so long. @see https://git-scm.com/docs/git-commit#_discussion */
const MAX_TITLE = 72;

/** The text of a commit: a title of one line and at most 72 characters, an empty line, the message. @throws ToolwrightError `INVALID_OUTPUT` without a title */
export function composeMessage({ emoji, title, message }: GeneratedMessage): string {
  const line = [emoji ?? '', title]
    .map((part) => clean(part).replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' ');
  if (line === '')
    throw new ToolwrightError('INVALID_OUTPUT', 'The model gave no title.', { blame: 'model' });
  const body = clean(message).trim();
  const short =
    [...line].length > MAX_TITLE
      ? `${[...line]
          .slice(0, MAX_TITLE - 1)
          .join('')
          .trimEnd()}…`
      : line;
  return body === '' ? `${short}\n` : `${short}\n\n${body}\n`;
}

/** Control characters have no place in a message; git refuses some of them. */
function clean(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?!\n)\p{Cc}/gu, '');
}
