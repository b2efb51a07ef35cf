import type { CleanText } from '../redact-json.js';
import type { TextStream } from '../redacted-stream.js';
import { replaceSpans } from '../spans.js';
import { TextQueue } from '../text-queue.js';
import type { TextScan } from '../text-scan.js';
import { knownSecrets } from './known-secrets.js';
import { SHOWN } from './shown.js';

/**
 * The function that masks the texts of a value; undefined while this process has no secrets. If the value may hold a key that has been put
 * into the environment since, the environment is read first.
 * @param value not given for what a model has written, which can only repeat what was masked for it
 */
export function secretMask(value?: unknown): CleanText | undefined {
  const secrets = knownSecrets();
  secrets.environment.notice(value);
  return secrets.hasTexts ? maskKnown : undefined;
}

/**
 * The text with `[secret]` in place of what was hidden with `secret` and of keys in the environment, in all forms in which they are
 * written.
 */
export function maskSecrets(text: string): string {
  return secretMask(text)?.(text) ?? text;
}

/**
 * Stops masking keys that are not secret, by the names of their environment variables. A key that also stands in another variable stays
 * masked.
 */
export function allowEnvironmentKeys(...names: readonly string[]): void {
  knownSecrets().environment.allow(names);
}

function maskKnown(text: string): string {
  const spans = knownSecrets().index.find(text);
  return spans.length === 0 ? text : replaceSpans(text, spans, SHOWN);
}

/** The same for a text that arrives in pieces. What may become a secret waits for the text after it. */
export class SecretMask implements TextStream {
  readonly #waiting = new TextQueue();
  #scan: TextScan | undefined;
  #version = -1;

  push(piece: string): string {
    if (!knownSecrets().hasTexts && this.#waiting.length === 0) return piece;
    const scan = this.#currentScan();
    this.#waiting.push(piece);
    scan.push(piece);
    return this.#show(scan, scan.open);
  }

  end(): string {
    if (this.#waiting.length === 0) return '';
    const scan = this.#currentScan();
    return this.#show(scan, scan.length);
  }

  /** Begins anew with the text that waits if there are other secrets by now. */
  #currentScan(): TextScan {
    const { index } = knownSecrets();
    if (this.#scan !== undefined && this.#version === index.version) return this.#scan;
    this.#version = index.version;
    this.#scan = index.scan();
    this.#scan.push(this.#waiting.toString());
    return this.#scan;
  }

  /** @param open text before this index does not depend on later text, except for a secret that it is in */
  #show(scan: TextScan, open: number): string {
    const shown: string[] = [];
    let at = scan.length - this.#waiting.length;
    for (let span = scan.peek(); span !== undefined && span.start < open; span = scan.peek()) {
      shown.push(this.#waiting.take(span.start - at));
      at = span.start;
      if (span.end > open) return shown.join('');
      this.#waiting.take(span.end - at);
      at = span.end;
      shown.push(SHOWN);
      scan.take();
    }
    shown.push(this.#waiting.take(open - at));
    return shown.join('');
  }
}
