import { type FormerNames, withPresentNames } from '@toolwright/contract';
import { formatPath } from '@toolwright/json';
import { type RefusedArguments, refusal, unreadable } from '../validation/arguments/check-arguments.js';

type Moved = { readonly ok: true; readonly args: unknown } | RefusedArguments;

/** Renames arguments from former to current names. Returns values that are not objects unchanged; validation refuses them. */
export function toPresentNames(args: unknown, parameters: FormerNames['parameters']): Moved {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return { ok: true, args };
  try {
    const moved = withPresentNames(args, parameters);
    if (moved.ok) return moved;
    return refusal([{ path: formatPath([moved.parameter]), message: sentence(moved.message) }]);
  } catch (error) {
    // A getter or proxy threw an error.
    return unreadable(error);
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
