import { errorMessage, ToolwrightError } from '@toolwright/contract';
import type { ClientRuntime } from '../client/config.js';
import { ErrorReply } from '../faults/fault.js';
import { jsonOrText } from '../faults/json-or-text.js';

/**
 * Returns the raw response to an SDK's request, for SDKs that reveal it only through a custom `fetch`.
 * @param request calls the SDK once
 * @param shown the response that the SDK gets instead
 * @throws ErrorReply for a status of 400 or more; the error of `fetch`; ToolwrightError `BAD_REQUEST` if the SDK sends nothing
 */
export async function captureResponse(
  fetch: ClientRuntime['fetch'],
  request: (fetch: ClientRuntime['fetch']) => Promise<unknown>,
  shown: (response: Response) => Response = () =>
    new Response('{}', { headers: { 'content-type': 'application/json' } }),
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
      return shown(received);
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
