import type { Refusal } from './reply/decision-line.js';

/** Returns the message that tells the model why a call was ignored. @param fix how the model can correct it */
export function refusalProblem(why: Refusal, subject: string, fix: string): string {
  return `The ${subject} ${PLACES[why]}, so it was not executed. ${fix}`;
}

const PLACES: Readonly<Record<Refusal, string>> = {
  nested:
    'is inside an element or a value that is not closed, or after a special token or the end of a thought',
  sentence: 'is in a sentence, next to text on its line, or after a sentence that does not announce it',
  item: 'is a list item',
  turn: 'follows a line that starts the turn of another speaker, such as "User:" or "Tool result:"',
};
