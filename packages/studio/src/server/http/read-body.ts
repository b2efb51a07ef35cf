import type { IncomingMessage } from 'node:http';
import { errorMessage, isJsonObject, type JsonObject } from '@toolwright/contract';
import { isTooDeep } from '../../record/is-too-deep.js';
import { checkContentType } from './check-request.js';
import { Refused } from './refused.js';
import type { Asked } from './router.js';

const MAX_BODY = 10_000_000;

/** Reads a body of limited size. @throws Refused with status 413, or 400 for an incomplete body */
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
    if (error instanceof Refused) throw error;
    throw new Refused(400, {
      code: 'BAD_REQUEST',
      message: `The body is incomplete: ${errorMessage(error)}`,
    });
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads a JSON object from the body. @throws Refused with status 400, 413 or 415 */
export async function readJson({ request }: Asked): Promise<JsonObject> {
  checkContentType(request, 'application/json');
  return readJsonObject(await readBody(request, MAX_BODY));
}

function readJsonObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Refused(400, { code: 'BAD_REQUEST', message: `The body is not JSON: ${errorMessage(error)}` });
  }
  if (isTooDeep(value))
    throw new Refused(400, { code: 'BAD_REQUEST', message: 'The body is nested too deeply.' });
  if (isJsonObject(value)) return value;
  throw new Refused(400, { code: 'BAD_REQUEST', message: 'The body must be a JSON object.' });
}

function tooLarge(limit: number): Refused {
  return new Refused(413, { code: 'TOO_LARGE', message: `The body has more than ${limit} bytes.` });
}
