/**
 * Wraps `fetch` so that concurrent requests with the same refresh token share one response. Authorization servers treat the reuse of a
 * refresh token as theft and revoke all tokens.
 */
export function shareRefresh(fetchOnce: Fetch): Fetch {
  const running = new Map<string, Promise<Response>>();
  return async (url, init) => {
    const key = refreshKey(url, init);
    if (key === undefined) return fetchOnce(url, init);
    let answer = running.get(key);
    if (answer === undefined) {
      answer = fetchOnce(url, init).finally(() => running.delete(key));
      running.set(key, answer);
    }
    return (await answer).clone();
  };
}

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

function refreshKey(url: string | URL, init?: RequestInit): string | undefined {
  if (!(init?.body instanceof URLSearchParams) || init.body.get('grant_type') !== 'refresh_token')
    return undefined;
  return JSON.stringify([String(url), init.body.get('refresh_token')]);
}
