import { canonicalJson, hmacSha256 } from '@toolwright/json';
import type { Redaction } from '@toolwright/redaction';

/** Headers of clients and of networks, and those that differ from request to request. */
const OTHERS =
  /^(?:accept.*|content-.*|user-agent|host|connection|date|traceparent|tracestate|b3|anthropic-.*|openai-beta|x-(?:stainless|goog|b3|amzn|datadog)-.*|.*(?:request|trace|span|correlation|idempotency|transaction)-?(?:id|key)|.*(?:timestamp|nonce))$/i;

/** A digest of the headers that may choose among answers, such as a tenant's name; undefined without any. Keys change, so they are left out. */
export function digestHeaders(headers: Headers, redaction: Redaction, salt: string): string | undefined {
  const own = [...headers].filter(
    ([name, value]) => !OTHERS.test(name) && redaction.redactMember(name, value) === value,
  );
  return own.length === 0 ? undefined : hmacSha256(salt, canonicalJson(own)).slice(0, 8);
}
