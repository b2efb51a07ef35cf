import { errorMessage, shortenText, wellFormed } from '@toolwright/contract';

/** Characters of an error that a model gets to see. */
const MAX_CHARACTERS = 8_000;

/** The text of whatever a tool threw: never empty, never endless, and never an error itself. */
export function thrownMessage(thrown: unknown): string {
  const message = errorMessage(thrown) || 'The tool failed without a message.';
  return shortenText(wellFormed(message), MAX_CHARACTERS);
}
