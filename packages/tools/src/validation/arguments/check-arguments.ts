import { isToolwrightError, type ObjectSchema } from '@toolwright/contract';
import { thrownMessage } from '../../result/thrown-message.js';
import type { ArgumentIssue } from '../explain/argument-issue.js';
import type { ArgumentValidator } from './argument-validator.js';
import { coerce } from './coerce.js';

/** `safe`: what models commonly get wrong about types is repaired. `none`: types must be right. */
export type Coercion = 'safe' | 'none';

export type CheckedArguments =
  | { readonly ok: true; readonly value: object }
  | { readonly ok: false; readonly errors: readonly ArgumentIssue[]; readonly message: string };

/** Sentences that a message holds at most. */
const MAX_SENTENCES = 8;

/** Validates the arguments of a call; repairs them first where that is asked for and needed. Never changes `args`. */
export function checkArguments(
  args: unknown,
  validator: ArgumentValidator,
  schema: ObjectSchema,
  coercion: Coercion,
): CheckedArguments {
  try {
    let value: unknown = args ?? {};
    if (isAccepted(value, validator)) return { ok: true, value };
    if (coercion === 'safe') {
      value = repair(value, schema);
      if (isAccepted(value, validator)) return { ok: true, value };
    }
    return refusal(validator.issues(value));
  } catch (error) {
    return unreadable(error);
  }
}

/**
 * Why arguments could not even be looked at.
 * @throws The error where the arguments are not the reason.
 */
export function unreadable(error: unknown): CheckedArguments {
  if (isToolwrightError(error)) throw error;
  // The stack overflowed: recursive schemas follow the data as deep as it goes.
  const message =
    error instanceof RangeError
      ? 'The arguments are nested too deeply.'
      : `The arguments cannot be read: ${thrownMessage(error)}`;
  return refusal([{ path: '', message }]);
}

/** Recursive, unlike the explanation of what is wrong: data too deep for it is explained as it came. */
function repair(value: unknown, schema: ObjectSchema): unknown {
  try {
    return coerce(value, schema, schema);
  } catch (error) {
    if (error instanceof RangeError) return value;
    throw error;
  }
}

/** Arguments with these errors. */
export function refusal(errors: readonly ArgumentIssue[]): CheckedArguments {
  return { ok: false, errors, message: sentences(errors) };
}

function isAccepted(value: unknown, validator: ArgumentValidator): value is object {
  return validator.accepts(value);
}

function sentences(errors: readonly ArgumentIssue[]): string {
  const shown = errors.slice(0, MAX_SENTENCES).map(({ message }) => message);
  const rest = errors.length - shown.length;
  return rest > 0 ? `${shown.join(' ')} And ${rest} more.` : shown.join(' ');
}
