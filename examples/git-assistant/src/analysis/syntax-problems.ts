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

/** Finds problems in a file without running anything: conflict markers and syntax errors. */
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
  // A line of equals signs alone may underline a heading.
  if (!found.some((marker) => marker.text.startsWith('<'))) return [];
  return found.map(({ line }) => ({ path, line, message: 'A conflict marker.' }));
}

async function parseTypeScript(path: string, text: string): Promise<Problem[]> {
  if (!isParseable(text)) return [];
  const { default: compiler } = await import('typescript');
  return findDiagnostics(compiler, path, text).map(({ file, start = 0, messageText }) => ({
    path,
    line: (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1,
    message: compiler.flattenDiagnosticMessageText(messageText, ' '),
  }));
}

/**
 * The compiler's syntax errors of one file. It uses a program without libraries and output, because `transpileModule` also writes
 * JavaScript and takes twenty times as long. Code that is nested too deeply for the compiler's stack is not checked.
 */
function findDiagnostics(compiler: typeof ts, path: string, text: string): readonly ts.Diagnostic[] {
  try {
    const source = compiler.createSourceFile(path, text, compiler.ScriptTarget.ESNext);
    const host: ts.CompilerHost = {
      getSourceFile: (name) => (name === path ? source : undefined),
      fileExists: (name) => name === path,
      readFile: () => undefined,
      writeFile: () => {},
      directoryExists: () => true,
      getDirectories: () => [],
      getDefaultLibFileName: () => 'lib.d.ts',
      getCurrentDirectory: () => '',
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
    };
    return compiler.createProgram([path], OPTIONS, host).getSyntacticDiagnostics(source);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

const OPTIONS: ts.CompilerOptions = {
  noLib: true,
  noResolve: true,
  allowJs: true,
  types: [],
  experimentalDecorators: true,
};

function parseJson(path: string, text: string): Problem[] {
  // Files with comments, such as tsconfig.json, are not strict JSON but correct.
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
