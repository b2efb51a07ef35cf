import type { TokenLogprob } from '@toolwright/contract';

/** Reads log-probabilities in the format of OpenAI's two APIs, which most servers use. Returns an empty list for other values. */
export function toLogprobs(raw: unknown): TokenLogprob[] {
  if (!Array.isArray(raw)) return [];
  return raw.filter(isEntry).map((entry) => ({
    token: entry.token,
    logprob: entry.logprob,
    top: Array.isArray(entry.top_logprobs)
      ? entry.top_logprobs.filter(isEntry).map(({ token, logprob }) => ({ token, logprob }))
      : [],
  }));
}

interface Entry {
  readonly token: string;
  readonly logprob: number;
  readonly top_logprobs?: unknown;
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'token' in value &&
    typeof value.token === 'string' &&
    'logprob' in value &&
    Number.isFinite(value.logprob)
  );
}
