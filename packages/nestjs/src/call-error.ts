import { HttpException } from '@nestjs/common';
import { errorMessage } from '@toolwright/contract';
import type { RecordedAnswer } from './recorded-response.js';

/**
 * Gives an exception the message that a model reads: with the details of its body, such as the list of a ValidationPipe, which `message`
 * lacks. The exception stays itself, so that a handler which called the tool answers as usual.
 */
export function describedError(error: unknown): unknown {
  if (!(error instanceof HttpException)) return error;
  const details = bodyText(error.getResponse(), error.message);
  // Returns false for a frozen exception, which keeps its message.
  if (details !== error.message) Reflect.set(error, 'message', details);
  return error;
}

/** Makes an error of what a filter answered to HTTP. */
export function answeredError({ status, body }: RecordedAnswer, cause: unknown): HttpException {
  const text = bodyText(body, cause === undefined ? `HTTP status ${status}` : errorMessage(cause));
  const isBody = typeof body === 'string' || (typeof body === 'object' && body !== null);
  const error = new HttpException(isBody ? body : text, status, { cause });
  error.message = text;
  return error;
}

/** The `message` of a body: a text or a list of them. A body without one is added to `fallback`, because it may hold the reasons. */
function bodyText(body: unknown, fallback: string): string {
  if (typeof body === 'string') return bodyText(parsed(body), body || fallback);
  if (typeof body !== 'object' || body === null) return fallback;
  const message: unknown = Reflect.get(body, 'message');
  if (typeof message === 'string' && message !== '') return message;
  if (Array.isArray(message) && message.length > 0) return message.map(itemText).join('; ');
  const text = itemText(body);
  return text === '{}' ? fallback : `${fallback}: ${text}`;
}

/** The object that a text such as the one of `response.end(JSON.stringify(body))` stands for. */
function parsed(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The text itself is the message.
    return undefined;
  }
}

function itemText(item: unknown): string {
  if (typeof item === 'string') return item;
  try {
    return JSON.stringify(item) ?? String(item);
  } catch {
    // A body that JSON cannot represent: a circle, for example.
    return String(item);
  }
}
