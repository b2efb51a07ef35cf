import { ToolwrightError } from '@toolwright/contract';
import { createParser, type ParseError } from 'eventsource-parser';

/** Cuts the text of a body into events. */
export interface Framing {
  feed(text: string): void;
  /** The body is over: gives out what has no line break behind it. */
  end(): void;
}

export type CreateFraming = (onEvent: (data: string) => void) => Framing;

/** The longest event that is kept in memory, in characters. */
const MAX_EVENT_LENGTH = 16 * 1024 * 1024;

/** Server-sent events. @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
export const serverSentEvents: CreateFraming = (onEvent) => {
  const parser = createParser({
    onEvent: ({ data }) => onEvent(data),
    onError,
    maxBufferSize: MAX_EVENT_LENGTH,
  });
  return {
    feed: (text) => parser.feed(text),
    // Some servers leave out the last line break.
    end: () => parser.feed('\n\n'),
  };
};

/** One JSON value on each line. */
export const jsonLines: CreateFraming = (onEvent) => {
  let rest = '';
  const give = (line: string) => {
    if (line.trim() !== '') onEvent(line);
  };
  return {
    feed(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) give(line);
      if (rest.length > MAX_EVENT_LENGTH) throw tooLong(`${rest.length} characters without a line break`);
    },
    end() {
      const line = rest;
      rest = '';
      give(line);
    },
  };
};

function onError({ type, message }: ParseError): void {
  // Unknown fields are to be ignored, says the standard.
  if (type === 'max-buffer-size-exceeded') throw tooLong(message);
}

function tooLong(detail: string): ToolwrightError {
  return new ToolwrightError('INVALID_RESPONSE', `One event of the stream is too long. ${detail}.`, {
    blame: 'provider',
  });
}
