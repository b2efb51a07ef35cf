import type { Refusal } from './reply/decision-line.js';

/** The message to the model about a call in a place where calls do not count. @param fix how the model can correct it */
export function refusalProblem(why: Refusal, subject: string, fix: string): string {
  return `The ${subject} ${PLACES[why]}, so it was not executed. ${fix}`;
}

const PLACES: Readonly<Record<Refusal, string>> = {
  nested:
    'is inside an element or a value that is not closed, or after a special token or the end of a thought',
  sentence: 'stands in a sentence, beside text on its line, or after a sentence that does not announce it',
  item: 'is an item of a list',
  turn: 'follows a line that begins the turn of another speaker, such as "User:" or "Tool result:"',
};
