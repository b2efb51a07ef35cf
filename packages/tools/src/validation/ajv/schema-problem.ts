import { errorMessage } from '@toolwright/contract';

/** Returns the reason why AJV refuses a schema, as a clause. */
export function schemaProblem(error: unknown): string {
  // The stack overflowed: AJV follows nested schemas and circular references without a limit.
  if (error instanceof RangeError) return 'it is nested too deeply, or its references are circular';
  return errorMessage(error);
}
