import type { ClientRuntime } from '../client/config.js';
import { acceptResponse } from './accept-response.js';
import { requestNotMade } from './request-not-made.js';

/**
 * Returns the raw response to an SDK's request, for SDKs that expose it only through a custom `fetch`.
 * @param request calls the SDK once
 * @param shown returns the response that the SDK receives instead
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
      response = await acceptResponse(await fetch(input, init));
      return shown(response);
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  try {
    await request(capture);
  } catch (error) {
    throw failure === undefined ? requestNotMade(error) : failure.error;
  }
  if (response === undefined) throw requestNotMade(new Error('the SDK sent nothing'));
  return response;
}
