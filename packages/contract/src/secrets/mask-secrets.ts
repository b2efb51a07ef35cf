import type { TextStream } from '../redact/redacted-stream.js';
import { mergeSpans, replaceSpans } from '../redact/spans.js';
import { knownSecrets } from './known-secrets.js';
import { SHOWN } from './shown.js';

/** Whether texts of secrets are masked in this process. Where it is false, there is nothing to do. */
export function hasSecrets(): boolean {
  return knownSecrets().hasTexts;
}

/** The text with `[secret]` in place of what was hidden with `secret`, in all forms in which it is written. */
export function maskSecrets(text: string): string {
  const secrets = knownSecrets();
  if (!secrets.hasTexts) return text;
  const spans = secrets.index.find(text);
  return spans.length === 0 ? text : replaceSpans(text, mergeSpans(spans), SHOWN);
}

/** The same for a text that arrives in pieces. What may become a secret waits for the text after it. */
export class SecretMask implements TextStream {
  #waiting = '';

  push(piece: string): string {
    const secrets = knownSecrets();
    if (!secrets.hasTexts && this.#waiting === '') return piece;
    const text = this.#waiting + piece;
    const spans = mergeSpans(secrets.index.find(text));
    const open = secrets.index.beginning(text);
    const end = spans.find((span) => span.start < open && open < span.end)?.start ?? open;
    this.#waiting = text.slice(end);
    return replaceSpans(
      text.slice(0, end),
      spans.filter((span) => span.start < end),
      SHOWN,
    );
  }

  end(): string {
    const rest = maskSecrets(this.#waiting);
    this.#waiting = '';
    return rest;
  }
}
