import { ToolwrightError } from '@toolwright/contract';
import { invalidConfig } from '../client/config.js';

/** Trims a setting. Returns undefined if it is empty, which counts as unset. */
export function trimmed(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}

/**
 * Checks the key early, because `fetch` would quote the whole header in its error.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function checkKey(apiKey: string): void {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return;
  throw invalidConfig(
    'The API key contains characters that an HTTP header cannot carry.',
    'Copy the key again, without spaces or line breaks.',
  );
}

/**
 * The error for a provider without a key.
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
