/**
 * A `fetch` that sends no half characters. JSON writes a lone surrogate as an escape (`\ud83d`), which providers refuse, and then every
 * later request of that conversation: it becomes `�`. Bodies without one are sent as they are.
 */
export function withWellFormedBody(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const body = init?.body;
    if (typeof body !== 'string' || !body.includes('\\ud')) return fetch(input, init);
    return fetch(input, { ...init, body: body.replace(ESCAPES, replaceLone) });
  };
}

/** Pairs of escapes are whole characters, and after an escaped backslash `ud83d` is a text. */
const ESCAPES = /\\\\|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\ud[89a-f][\da-f]{2}/gi;

function replaceLone(written: string): string {
  return written.length === 6 ? '\\ufffd' : written;
}
