import type { CleanText } from '../redact-json.js';
import type { TextStream } from '../redacted-stream.js';
import { replaceSpans } from '../spans.js';
import { TextQueue } from '../text-queue.js';
import type { TextScan } from '../text-scan.js';
import { knownSecrets } from './known-secrets.js';
import { SHOWN } from './shown.js';

/**
 * Returns the function that masks secrets in strings; undefined while this process has no secrets. If the value may contain a key that was
 * added to the environment meanwhile, reads the environment first.
 * @param value omitted for text that a model wrote, which can only repeat text that was masked for the model
 */
export function secretMask(value?: unknown): CleanText | undefined {
  const secrets = knownSecrets();
  secrets.environment.notice(value);
  return secrets.hasTexts ? maskKnown : undefined;
}

/** Replaces values hidden with `secret` and keys in the environment with `[secret]`, in all forms in which they may be written. */
export function maskSecrets(text: string): string {
  return secretMask(text)?.(text) ?? text;
}

/**
 * Stops masking keys that are not secret, given the names of their environment variables. If another variable contains the same key, it
 * stays masked.
 */
export function allowEnvironmentKeys(...names: readonly string[]): void {
  knownSecrets().environment.allow(names);
}

function maskKnown(text: string): string {
  const spans = knownSecrets().index.find(text);
  return spans.length === 0 ? text : replaceSpans(text, spans, SHOWN);
}

/** Masks streamed text. Text that may become a secret is withheld until the text after it arrives. */
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

  /** Returns the current search. If the secrets changed, restarts it with the withheld text. */
  #currentScan(): TextScan {
    const { index } = knownSecrets();
    if (this.#scan !== undefined && this.#version === index.version) return this.#scan;
    this.#version = index.version;
    this.#scan = index.scan();
    this.#scan.push(this.#waiting.toString());
    return this.#scan;
  }

  /** @param open the index up to which text does not depend on later text, unless it lies within a secret */
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
