import type { IncomingMessage } from 'node:http';
import { errorMessage, isJsonObject, type JsonObject } from '@toolwright/contract';
import { failure, ShownFailure } from '../../protocol/shown-failure.js';
import { isTooDeep } from '../../record/is-too-deep.js';
import { checkContentType } from './check-request.js';
import type { Asked } from './router.js';

const MAX_BODY = 10_000_000;

/** Reads a body of limited size. @throws ShownFailure `TOO_LARGE`, or `BAD_REQUEST` for an incomplete body */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ShownFailure) throw error;
    throw failure('BAD_REQUEST', `The body is incomplete: ${errorMessage(error)}`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads a JSON object from the body. @throws ShownFailure */
export async function readJson({ request }: Asked): Promise<JsonObject> {
  checkContentType(request, 'application/json');
  return readJsonObject(await readBody(request, MAX_BODY));
}

function readJsonObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw failure('BAD_REQUEST', `The body is not JSON: ${errorMessage(error)}`);
  }
  if (isTooDeep(value)) throw failure('BAD_REQUEST', 'The body is nested too deeply.');
  if (isJsonObject(value)) return value;
  throw failure('BAD_REQUEST', 'The body must be a JSON object.');
}

function tooLarge(limit: number): ShownFailure {
  return failure('TOO_LARGE', `The body has more than ${limit} bytes.`);
}
