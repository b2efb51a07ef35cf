import type { Diagnostic } from './diagnostic.js';

/** An array of objects with the keys always in the same order. */
export function formatJson(diagnostics: readonly Diagnostic[]): string {
  return JSON.stringify(diagnostics.map(toJson), null, 2);
}

function toJson({ code, severity, message, hint, file, line, column, tool }: Diagnostic): object {
  return { code, severity, message, hint, file, line, column, tool };
}
