import { type ContentPart, isContentPart, ToolwrightError, type UserMessage } from '@toolwright/contract';
import { createMessage, type ImageSource } from '@toolwright/llm';

/** The input of a run: a text, or parts with text and images. */
export type RunInput = string | readonly ContentPart[];

/** Converts an input to a message. @throws ToolwrightError `INVALID_MESSAGE` for an empty input, or one that is neither text nor parts */
export function toInputMessage(input: RunInput, images: readonly ImageSource[] = []): UserMessage {
  checkInput(input);
  if (input.length === 0 && images.length === 0) {
    throw new ToolwrightError('INVALID_MESSAGE', 'The input is empty.', {
      blame: 'user',
      hint: 'Pass a text or images.',
    });
  }
  if (typeof input === 'string') return createMessage('user', input, { images });
  if (images.length === 0) return { role: 'user', content: [...input] };
  const shown = createMessage('user', '', { images }).content;
  return { role: 'user', content: [...input, ...(typeof shown === 'string' ? [] : shown)] };
}

/** Plain JavaScript may pass any value. */
function checkInput(input: unknown): void {
  if (typeof input === 'string') return;
  if (!Array.isArray(input))
    throw notAnInput(`The input is ${kindOf(input)}, not a text or a list of parts.`);
  const wrong = input.findIndex((part) => !isContentPart(part));
  if (wrong !== -1)
    throw notAnInput(`Part ${wrong + 1} of the input is ${kindOf(input[wrong])}, not a content part.`);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  return Array.isArray(value) ? 'a list' : `a value of type ${value.constructor?.name ?? 'Object'}`;
}

function notAnInput(message: string): ToolwrightError {
  return new ToolwrightError('INVALID_MESSAGE', message, {
    blame: 'developer',
    hint: "Pass a text, or create parts with content('See:', image(bytes)).",
  });
}
