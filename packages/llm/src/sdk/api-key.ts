import { invalidConfig } from '../client/config.js';

/** A setting without the white space around it; undefined where nothing is left, for empty counts as unset. */
export function trimmed(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}

/**
 * Found here, because `fetch` would quote the whole header in its error.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function checkKey(apiKey: string): void {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return;
  throw invalidConfig(
    'The API key holds characters that an HTTP header cannot carry.',
    'Copy the key again: it has neither spaces nor line breaks.',
  );
}
