import { invalidConfig } from '../client/config.js';

/** A setting without surrounding white space; `undefined` if it is empty, which counts as unset. */
export function trimmed(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}

/**
 * Checks the key here, because `fetch` would quote the whole header in its error.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function checkKey(apiKey: string): void {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return;
  throw invalidConfig(
    'The API key contains characters that an HTTP header cannot carry.',
    'Copy the key again, without spaces or line breaks.',
  );
}
