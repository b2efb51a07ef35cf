import { errorMessage, shortenText, wellFormed } from '@toolwright/contract';

/** The maximum length of an error message for a model. */
const MAX_CHARACTERS = 8_000;

/** Returns a non-empty message of limited length for a value that a tool threw. Never throws. */
export function thrownMessage(thrown: unknown): string {
  const message = errorMessage(thrown) || 'The tool failed without a message.';
  return shortenText(wellFormed(message), MAX_CHARACTERS);
}
