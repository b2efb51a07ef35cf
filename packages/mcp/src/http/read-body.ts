import type { IncomingMessage } from 'node:http';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { errorMessage } from '@toolwright/contract';
import type { Refusal } from './refuse-request.js';

/** The JSON of a request, or why it is refused. */
export type Body = { readonly value: unknown } | { readonly refusal: Refusal };

/** Reads the body of a request. Rejects if the client goes away. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  const tooLarge = {
    refusal: { status: 413, message: `The body is larger than ${maxBytes} bytes.`, headers: CLOSE },
  };
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBytes) return tooLarge;
    chunks.push(chunk);
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch (error) {
    const message = `The body is not JSON: ${errorMessage(error)}`;
    return { refusal: { status: 400, message, code: ProtocolErrorCode.ParseError } };
  }
}

/** The rest of the body is not read. */
const CLOSE = { Connection: 'close' };
