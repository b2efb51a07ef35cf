import { ErrorReply } from '../faults/fault.js';
import { jsonOrText } from '../faults/json-or-text.js';

/** @throws ErrorReply for a status of 400 or more */
export async function acceptResponse(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  throw new ErrorReply(response.status, jsonOrText(await response.text()), response.headers);
}
