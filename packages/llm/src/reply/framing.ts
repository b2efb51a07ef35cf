import { ToolwrightError } from '@toolwright/contract';
import { createParser, type ParseError } from 'eventsource-parser';
import { WholeLines } from './whole-lines.js';

/** Splits a response body into events. */
export interface Framing {
  feed(text: string): void;
  /** Must be called at the end of the body. Emits the text after the last line break. */
  end(): void;
}

/** @param onEvent receives the name of a server-sent event, if it has one */
export type CreateFraming = (onEvent: (data: string, name?: string) => void) => Framing;

/** The maximum length of an event in memory, in characters. */
const MAX_EVENT_LENGTH = 16 * 1024 * 1024;

/** Reads server-sent events. @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
export const serverSentEvents: CreateFraming = (onEvent) => {
  const parser = createParser({
    onEvent: ({ data, event }) => onEvent(data, event),
    onError,
    maxBufferSize: MAX_EVENT_LENGTH,
  });
  const lines = new WholeLines(['\n', '\r'], MAX_EVENT_LENGTH, (whole) => parser.feed(whole), lineTooLong);
  return {
    feed: (text) => lines.feed(text),
    // Some servers omit the last line break.
    end: () => parser.feed(`${lines.take()}\n\n`),
  };
};

/** Reads one JSON value per line. */
export const jsonLines: CreateFraming = (onEvent) => {
  const give = (line: string) => {
    if (line.trim() !== '') onEvent(line);
  };
  const lines = new WholeLines(
    ['\n'],
    MAX_EVENT_LENGTH,
    (whole) => whole.split('\n').forEach(give),
    lineTooLong,
  );
  return { feed: (text) => lines.feed(text), end: () => give(lines.take()) };
};

function onError({ type, message }: ParseError): void {
  // All other errors are ignored, e.g. unknown fields, as the standard requires.
  if (type === 'max-buffer-size-exceeded') throw tooLong(message);
}

function lineTooLong(length: number): ToolwrightError {
  return tooLong(`It has ${length} characters without a line break`);
}

function tooLong(detail: string): ToolwrightError {
  return new ToolwrightError('INVALID_RESPONSE', `An event in the stream is too long. ${detail}.`, {
    blame: 'provider',
  });
}
