import { errorMessage, shortenText, wellFormed } from '@toolwright/contract';

/** The maximum length of an error that a model gets. */
const MAX_CHARACTERS = 8_000;

/** Returns a message for a value that a tool threw: never empty, and of limited length. Never throws. */
export function thrownMessage(thrown: unknown): string {
  const message = errorMessage(thrown) || 'The tool failed without a message.';
  return shortenText(wellFormed(message), MAX_CHARACTERS);
}
