/**
 * Wraps `fetch` to replace lone surrogates with `�`. JSON writes them as escapes (`\ud83d`), and providers would refuse the request and
 * all later requests of the conversation. Other bodies are sent unchanged.
 */
export function withWellFormedBody(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const body = init?.body;
    if (typeof body !== 'string' || !body.includes('\\ud')) return fetch(input, init);
    return fetch(input, { ...init, body: body.replace(ESCAPES, replaceLone) });
  };
}

/** Also matches escaped backslashes, because `ud83d` after one is plain text, and paired surrogates, which are whole characters. */
const ESCAPES = /\\\\|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\ud[89a-f][\da-f]{2}/gi;

function replaceLone(written: string): string {
  return written.length === 6 ? '\\ufffd' : written;
}
