import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '@toolwright/codegen';
import type { StudioDiagnostic } from '@toolwright/studio/server';

const MAX_LINE = 2_000;

/** Converts diagnostics and adds their source lines. File paths are relative to `root`. */
export function showDiagnostics(
  diagnostics: readonly Diagnostic[],
  projectDir: string,
  root: string,
): StudioDiagnostic[] {
  const texts = new Map<string, readonly string[]>();
  const linesOf = (file: string): readonly string[] => {
    const lines = texts.get(file) ?? readLines(file);
    texts.set(file, lines);
    return lines;
  };
  return diagnostics.map(({ code, severity, message, hint: fix, file, line = 1, column = 1, length }) => {
    const found = { code, severity, message, fix, line, column, ...(length !== undefined && { length }) };
    if (file === undefined) return { ...found, file: '' };
    const absolute = path.resolve(projectDir, file);
    const text = linesOf(absolute)[line - 1]?.slice(0, MAX_LINE);
    const shown = path.relative(root, absolute).replaceAll('\\', '/');
    return { ...found, file: shown, ...(text !== undefined && { text }) };
  });
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r\n|\n|\r/);
  } catch {
    return []; // deleted in the meantime
  }
}
