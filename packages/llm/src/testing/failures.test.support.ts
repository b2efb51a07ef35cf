import { errorMessage, isToolwrightError, type ToolwrightError } from '@toolwright/contract';
import { completion, type Handler, SSE, sendJson, streamOf } from './raw-server.test.support.js';

/** Returns the typed error with which a call rejects. Anything else fails the test. */
export async function failureOf(work: Promise<unknown>): Promise<ToolwrightError> {
  try {
    await work;
  } catch (error) {
    if (isToolwrightError(error)) return error;
    throw new Error(`Not a ToolwrightError: ${errorMessage(error)}`);
  }
  throw new Error('It did not fail.');
}

/** Fails the first `times` requests with `fail`, then answers, streamed or not as requested. */
export function failing(times: number, fail: Handler): Handler {
  return (response, request, index) => {
    if (index < times) return fail(response, request, index);
    if (request.body.stream) response.writeHead(200, SSE).end(streamOf([{ content: 'At last.' }]));
    else sendJson(response, completion({ content: 'At last.' }));
  };
}

/** Refuses a request with this status. */
export const fail = (
  status: number,
  error: object | string = { message: 'no' },
  headers: object = {},
): Handler => {
  return (response) => sendJson(response, JSON.stringify({ error }), status, headers);
};
