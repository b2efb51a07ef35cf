import { ToolwrightError } from '@toolwright/contract';

const MAX_REDIRECTS = 5;

/** The statuses of replies that name another address for the request. */
export const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Wraps `fetch` so that no redirect takes a conversation to another origin than that of the client's URL. Redirects within the origin are
 * followed as by `fetch`. Requests without a body, such as for images, are sent unchanged.
 */
export function withinOrigin(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    if (!init?.body || input instanceof Request) return fetch(input, init);
    const { origin } = new URL(input);
    let url = String(input);
    let sent: RequestInit = { ...init, redirect: 'manual' };
    for (let count = 0; ; count++) {
      const response = await fetch(url, sent);
      const next = findTarget(response, url);
      if (next === undefined) return response;
      if (next.origin !== origin)
        throw refused(`redirects to another server, ${next.origin}, which is not followed`);
      // A function of the caller may follow redirects itself.
      if (response.redirected) return response;
      if (count === MAX_REDIRECTS) throw refused(`redirects more than ${MAX_REDIRECTS} times`);
      await response.body?.cancel();
      url = next.href;
      if (response.status < 307) sent = { ...sent, method: 'GET', body: null };
    }
  };
}

function findTarget({ status, headers, redirected, type, url }: Response, sentTo: string): URL | undefined {
  if (redirected) return new URL(url);
  if (type === 'opaqueredirect') throw refused('redirects to an address that browsers do not show');
  const location = REDIRECTS.has(status) ? headers.get('location') : null;
  return location === null ? undefined : new URL(location, sentTo);
}

function refused(what: string): ToolwrightError {
  return new ToolwrightError('NETWORK', `The server ${what}.`, {
    blame: 'user',
    hint: 'Set baseUrl to the address to call, if you trust it.',
  });
}
