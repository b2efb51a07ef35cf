import { errorMessage } from '@toolwright/contract';

/** What AJV has against a schema that it does not compile, for a sentence. */
export function schemaProblem(error: unknown): string {
  // The stack overflowed: AJV follows nested schemas and references that lead in a circle as far as they go.
  if (error instanceof RangeError) return 'it is nested too deeply, or its references are circular';
  return errorMessage(error);
}
