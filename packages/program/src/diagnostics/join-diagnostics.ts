import { compareText } from '../compare-text.js';
import type { Diagnostic } from './diagnostic.js';

/** Sorts diagnostics by file and position, and removes duplicates. */
export function joinDiagnostics(found: Iterable<Diagnostic>): Diagnostic[] {
  const unique = new Map<string, Diagnostic>();
  for (const diagnostic of found) {
    const key = diagnosticKey(diagnostic);
    if (!unique.has(key)) unique.set(key, diagnostic);
  }
  return [...unique.values()].sort(byPlace);
}

/** Returns a key that identifies a finding, independent of the tool. */
export function diagnosticKey({ code, file, line, column, message }: Diagnostic): string {
  return [code, file, line, column, message].join('\n');
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.file ?? '', b.file ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}
