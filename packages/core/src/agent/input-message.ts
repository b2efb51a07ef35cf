import { type ContentPart, ToolwrightError, type UserMessage } from '@toolwright/contract';
import { createMessage, type ImageSource } from '@toolwright/llm';

/** The input of a run: a text, or parts with text and images. */
export type RunInput = string | readonly ContentPart[];

/** The message that an input becomes. @throws ToolwrightError `INVALID_MESSAGE` for an empty one */
export function toInputMessage(input: RunInput, images: readonly ImageSource[] = []): UserMessage {
  if (input.length === 0 && images.length === 0) {
    throw new ToolwrightError('INVALID_MESSAGE', 'The input is empty.', {
      blame: 'user',
      hint: 'Pass a text, or images.',
    });
  }
  if (typeof input === 'string') return createMessage('user', input, { images });
  if (images.length === 0) return { role: 'user', content: [...input] };
  const shown = createMessage('user', '', { images }).content;
  return { role: 'user', content: [...input, ...(typeof shown === 'string' ? [] : shown)] };
}
