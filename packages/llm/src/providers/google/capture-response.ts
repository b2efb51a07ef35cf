import { errorMessage, ToolwrightError } from '@toolwright/contract';
import type { ClientRuntime } from '../../client/config.js';
import { ErrorReply } from '../../faults/fault.js';
import { jsonOrText } from '../../faults/json-or-text.js';

/**
 * The raw response to what the SDK sends: it has no other way to give it out than through the `fetch` that it is given. The SDK
 * itself gets an empty reply, or the stream, which it does not begin to read.
 * @param request calls the SDK once
 * @throws ErrorReply for a status of 400 or more; what `fetch` throws; ToolwrightError `BAD_REQUEST` if it is never called
 */
export async function captureResponse(
  fetch: ClientRuntime['fetch'],
  stream: boolean,
  request: (fetch: ClientRuntime['fetch']) => Promise<unknown>,
): Promise<Response> {
  let response: Response | undefined;
  let failure: { readonly error: unknown } | undefined;
  const capture: ClientRuntime['fetch'] = async (input, init) => {
    try {
      const received = await fetch(input, init);
      if (received.status >= 400) {
        throw new ErrorReply(received.status, jsonOrText(await received.text()), received.headers);
      }
      response = received;
      return stream ? received : new Response('{}', { headers: { 'content-type': 'application/json' } });
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  try {
    await request(capture);
  } catch (error) {
    throw failure === undefined ? notMade(error) : failure.error;
  }
  if (response === undefined) throw notMade(new Error('the SDK sent nothing'));
  return response;
}

function notMade(error: unknown): ToolwrightError {
  return new ToolwrightError('BAD_REQUEST', `The request could not be made: ${errorMessage(error)}`, {
    blame: 'developer',
    cause: error,
  });
}
