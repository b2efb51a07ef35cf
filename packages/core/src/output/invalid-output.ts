import { ToolwrightError } from '@toolwright/contract';
import { createRedaction } from '@toolwright/redaction';
import { listValues, showValue } from '@toolwright/tools/validation';

/** The maximum number of sentences in one message. */
const MAX_ISSUES = 8;

export function noJson(text: string): ToolwrightError {
  const said = text.trim();
  const what = said === '' ? 'It is empty.' : `It starts with ${showValue(createRedaction().redact(said))}.`;
  return invalidOutput(`The answer contains no JSON. ${what}`, said);
}

/** @param reason a clause that says what is wrong and where */
export function unreadableJson(reason: string): ToolwrightError {
  return invalidOutput(`The JSON cannot be repaired: ${reason}.`, new SyntaxError(reason));
}

/** @param reason a clause that says where the answer ends */
export function cutAnswer(reason: string): ToolwrightError {
  return invalidOutput(`The answer is incomplete: ${reason}.`, new SyntaxError(reason));
}

export function foreignJson(value: unknown, name: string, expected: readonly string[]): ToolwrightError {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const got = keys.length === 0 ? showValue(value) : listValues(keys);
  return invalidOutput(
    `The JSON does not match ${name}: it has none of the keys ${listValues(expected)}; got ${got}.`,
    value,
  );
}

/** @param issues at least one sentence */
export function mismatch(issues: readonly string[], name: string): ToolwrightError {
  const shown = issues.slice(0, MAX_ISSUES).join(' ');
  const rest = issues.length > MAX_ISSUES ? ` And ${issues.length - MAX_ISSUES} more.` : '';
  return invalidOutput(`The JSON is not a valid ${name}: ${shown}${rest}`, issues);
}

export function refused(refusal: string): ToolwrightError {
  return invalidOutput(`The model refused to answer: ${refusal}`, refusal);
}

function invalidOutput(message: string, cause: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_OUTPUT', message, {
    blame: 'model',
    hint: 'Ask again, with a simpler schema or a model that supports JSON schemas.',
    cause,
  });
}
