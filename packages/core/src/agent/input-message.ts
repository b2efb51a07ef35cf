import {
  type ContentPart,
  type ImageSource,
  isContentPart,
  ToolwrightError,
  type UserMessage,
} from '@toolwright/contract';
import { createMessage } from '@toolwright/llm/messages';

/** The input of a run: a string, or a list of text and image parts. */
export type RunInput = string | readonly ContentPart[];

/** Converts an input to a message. @throws ToolwrightError `INVALID_MESSAGE` if it is empty, or neither a string nor a list of parts */
export function toInputMessage(input: RunInput, images: readonly ImageSource[] = []): UserMessage {
  checkInput(input);
  if (input.length === 0 && images.length === 0) {
    throw new ToolwrightError('INVALID_MESSAGE', 'The input is empty.', {
      blame: 'user',
      hint: 'Pass text or images.',
    });
  }
  if (typeof input === 'string') return createMessage('user', input, { images });
  if (images.length === 0) return { role: 'user', content: [...input] };
  const shown = createMessage('user', '', { images }).content;
  return { role: 'user', content: [...input, ...(typeof shown === 'string' ? [] : shown)] };
}

/** Refuses other values, which plain JavaScript may pass. */
function checkInput(input: unknown): void {
  if (typeof input === 'string') return;
  if (!Array.isArray(input))
    throw notAnInput(`The input must be a string or a list of parts, not ${kindOf(input)}.`);
  const wrong = input.findIndex((part) => !isContentPart(part));
  if (wrong !== -1)
    throw notAnInput(`Part ${wrong + 1} of the input must be a content part, not ${kindOf(input[wrong])}.`);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  return Array.isArray(value) ? 'a list' : `a value of type ${value.constructor?.name ?? 'Object'}`;
}

function notAnInput(message: string): ToolwrightError {
  return new ToolwrightError('INVALID_MESSAGE', message, {
    blame: 'developer',
    hint: "Pass a string, or create parts with content('See:', image(bytes)).",
  });
}
