import { Api, type ApiOptions, type ApiRequest } from '../runtime.js';
import type { ApiDescription } from './api.js';

/** Sends a request, and returns what `fetch` gets. */
export async function sent(
  method: string,
  path: string,
  request: ApiRequest,
  options: ApiOptions = {},
  description: ApiDescription = {},
): Promise<Request> {
  let seen: Request | undefined;
  const take = async (url: unknown, init?: RequestInit): Promise<Response> => {
    seen = new Request(String(url), { ...init, redirect: 'follow' });
    return Response.json({});
  };
  await new Api({ baseUrl: 'https://api.example.com', fetch: take, ...options }, description).request(
    method,
    path,
    request,
  );
  if (seen === undefined) throw new Error('Nothing was sent.');
  return seen;
}

/** Returns the path and the query of a request. */
export async function addressOf(...args: Parameters<typeof sent>): Promise<string> {
  return (await sent(...args)).url.replace('https://api.example.com', '');
}
