import { extname } from 'node:path';
import type ts from 'typescript';
import { isParseable } from '../map/readable-source.js';
import { TYPESCRIPT_FILE } from '../map/typescript-outline.js';

export interface Problem {
  path: string;
  /** Counts from 1. */
  line: number;
  message: string;
}

const MARKER = /^(<{7}|>{7}|={7})( |$)/;

/** What can be said of a file without running anything: conflict markers, and whether its syntax is right. */
export async function findSyntaxProblems(path: string, text: string): Promise<Problem[]> {
  const markers = findConflictMarkers(path, text);
  if (markers.length > 0) return markers;
  if (TYPESCRIPT_FILE.test(path)) return parseTypeScript(path, text);
  if (extname(path) === '.json') return parseJson(path, text);
  return [];
}

function findConflictMarkers(path: string, text: string): Problem[] {
  const found = text
    .split('\n')
    .flatMap((line, index) => (MARKER.test(line) ? [{ line: index + 1, text: line }] : []));
  // A row of equals signs alone underlines a heading.
  if (!found.some((marker) => marker.text.startsWith('<'))) return [];
  return found.map(({ line }) => ({ path, line, message: 'A conflict marker.' }));
}

async function parseTypeScript(path: string, text: string): Promise<Problem[]> {
  if (!isParseable(text)) return [];
  const { default: compiler } = await import('typescript');
  const options = { target: compiler.ScriptTarget.ESNext, experimentalDecorators: true };
  const diagnostics = transpile(() =>
    compiler.transpileModule(text, { fileName: path, reportDiagnostics: true, compilerOptions: options }),
  );
  return diagnostics.map(({ file, start = 0, messageText }) => ({
    path,
    line: (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1,
    message: compiler.flattenDiagnosticMessageText(messageText, ' '),
  }));
}

/** What is nested too deep for the compiler's stack is not judged. */
function transpile(run: () => ts.TranspileOutput): readonly ts.Diagnostic[] {
  try {
    return run().diagnostics ?? [];
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function parseJson(path: string, text: string): Problem[] {
  // Files with comments, as tsconfig.json has them, are no JSON and right nevertheless.
  if (/^[ \t]*(\/\/|\/\*)/m.test(text)) return [];
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    return [{ path, line: text.slice(0, position).split('\n').length, message }];
  }
}
