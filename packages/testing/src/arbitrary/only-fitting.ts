import { ToolwrightError } from '@toolwright/contract';
import type { FastCheck } from './fast-check.js';

/** After as many values in succession that do not fit, there probably is none. Also ends filters that would never end. */
const MAX_MISSES = 1000;

/** The part of a tool's arguments that is generated. */
export interface Place {
  readonly tool: string;
  /** Such as `guests[].name`; empty for the arguments themselves. */
  readonly path: string;
}

/**
 * Only accepted values.
 * @throws ToolwrightError `UNSUPPORTED`, when values are created, if many in succession are not accepted
 */
export function onlyFitting<Value>(
  values: FastCheck.Arbitrary<Value>,
  accepts: (value: Value) => boolean,
  place: Place,
  reason = 'the schema seems to accept no value',
): FastCheck.Arbitrary<Value> {
  let misses = 0;
  return values.filter((value) => {
    if (accepts(value)) {
      misses = 0;
      return true;
    }
    if (++misses < MAX_MISSES) return false;
    misses = 0;
    throw notGenerated(place, `${reason}, after ${MAX_MISSES} attempts`);
  });
}

export function notGenerated({ tool, path }: Place, reason: string): ToolwrightError {
  const where = path === '' ? '' : ` at ${path}`;
  return new ToolwrightError(
    'UNSUPPORTED',
    `No arguments of '${tool}' can be generated${where}: ${reason}.`,
    {
      blame: 'developer',
      hint: 'The keywords may contradict each other, or too few values fit. Write such arguments yourself, with fc.constantFrom(…).',
    },
  );
}
