import { errorMessage, isRecord, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import { parseForeign } from '@toolwright/json';

/** Reads the JSON object in the body of a web `Request`; also takes the object itself. @throws ToolwrightError `INVALID_REQUEST` */
export async function readRequestBody(request: unknown, maxBytes: number): Promise<Record<string, unknown>> {
  const body = isRequest(request) ? parse(await readText(request, maxBytes).catch(refuseUnread)) : request;
  if (isRecord(body)) return body;
  throw invalidRequest('The body must be a JSON object.');
}

/** Requests of other implementations are no instances of the global class. */
function isRequest(value: unknown): value is Request {
  if (!isRecord(value) || typeof value.arrayBuffer !== 'function') return false;
  return isRecord(value.headers) && typeof value.headers.get === 'function';
}

async function readText({ body, bodyUsed, headers }: Request, maxBytes: number): Promise<string> {
  if (bodyUsed || body?.locked) throw invalidRequest('The body has already been read: pass the parsed body.');
  // A form on another page cannot send this type.
  if (!/^application\/json\b/i.test(headers.get('content-type') ?? ''))
    throw invalidRequest('The content type must be application/json.');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = body?.getReader();
  let size = 0;
  let text = '';
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    size += next.value.length;
    if (size > maxBytes) throw invalidRequest(`The body is larger than ${maxBytes} bytes.`);
    text += decoder.decode(next.value, { stream: true });
  }
  return text + decoder.decode();
}

/** The stream of a body fails if its client leaves, or if it has something else than UTF-8. */
function refuseUnread(error: unknown): never {
  throw isToolwrightError(error) ? error : invalidRequest(`The body cannot be read: ${errorMessage(error)}`);
}

function parse(text: string): unknown {
  try {
    return parseForeign(text);
  } catch (error) {
    throw invalidRequest(`The body is not JSON: ${errorMessage(error)}`);
  }
}

/** Creates the error for a request that a client should not have sent. */
export function invalidRequest(message: string): ToolwrightError {
  return new ToolwrightError('INVALID_REQUEST', message, { blame: 'user' });
}
