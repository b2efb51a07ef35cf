import type { UserMessage } from '@toolwright/contract';

/** Returns the text of a message, with its parts joined by line breaks. */
export function textOf({ content }: Pick<UserMessage, 'content'>): string {
  if (typeof content === 'string') return content;
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
