import { ToolwrightError } from '@toolwright/contract';
import { invalidConfig } from '../client/config.js';

/** Trims a setting. Returns undefined for an empty setting, which is treated as unset. */
export function trimmed(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}

/**
 * Checks the key early, because an error from `fetch` would quote the whole header.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function checkKey(apiKey: string): void {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return;
  throw invalidConfig(
    'The API key contains characters that are not allowed in an HTTP header.',
    'Copy the key again, without spaces or line breaks.',
  );
}

/**
 * Returns the error for a missing API key.
 * @param variables The environment variables; the hint names the last one. @param note Appended to the hint.
 */
export function missingKey(
  provider: string,
  variables: readonly [string, ...string[]],
  note = '',
): ToolwrightError {
  const unset =
    variables.length > 1 ? `neither ${variables.join(' nor ')} is set` : `${variables[0]} is not set`;
  return new ToolwrightError('MISSING_API_KEY', `No API key for ${provider}: ${unset}.`, {
    blame: 'developer',
    hint: `Set ${variables.at(-1)} in the environment, or pass apiKey.${note}`,
  });
}
