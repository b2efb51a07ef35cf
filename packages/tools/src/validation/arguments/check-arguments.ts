import { isToolwrightError, type ObjectSchema } from '@toolwright/contract';
import { thrownMessage } from '../../result/thrown-message.js';
import type { ArgumentIssue } from '../explain/argument-issue.js';
import type { ArgumentValidator } from './argument-validator.js';
import { coerce } from './coerce.js';

/** How to treat wrong types. `safe`: repairs common type mistakes that models make. `none`: types must be exact. */
export type Coercion = 'safe' | 'none';

export type CheckedArguments = { readonly ok: true; readonly value: object } | RefusedArguments;

export interface RefusedArguments {
  readonly ok: false;
  readonly errors: readonly ArgumentIssue[];
  readonly message: string;
}

/** The maximum number of sentences in a message. */
const MAX_SENTENCES = 8;

/** Validates the arguments of a call. Repairs invalid arguments if allowed. Never modifies `args`. */
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
      const repaired = repair(value, schema);
      if (repaired !== value && isAccepted(repaired, validator)) return { ok: true, value: repaired };
      if (repaired !== value && validator.acceptsAnyway(repaired)) return { ok: true, value: repaired };
      if (validator.acceptsAnyway(value)) return { ok: true, value };
      value = repaired;
    } else if (validator.acceptsAnyway(value)) return { ok: true, value };
    return refusal(validator.issues(value));
  } catch (error) {
    return unreadable(error);
  }
}

/**
 * Refuses arguments that could not be examined.
 * @throws the given error, if the arguments did not cause it
 */
export function unreadable(error: unknown): RefusedArguments {
  if (isToolwrightError(error)) throw error;
  // A RangeError means a stack overflow: recursive schemas follow the data to any depth.
  const message =
    error instanceof RangeError
      ? 'The arguments are nested too deeply.'
      : `The arguments cannot be read: ${thrownMessage(error)}`;
  return refusal([{ path: '', message }]);
}

/** Repairs arguments. Returns the value unchanged if it is too deep for recursion. */
function repair(value: unknown, schema: ObjectSchema): unknown {
  try {
    return coerce(value, schema, schema);
  } catch (error) {
    if (error instanceof RangeError) return value;
    throw error;
  }
}

export function refusal(errors: readonly ArgumentIssue[]): RefusedArguments {
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
