import { createRequire } from 'node:module';
import { ToolwrightError } from '@toolwright/contract';
import type ts from 'typescript';

export type Compiler = typeof ts;

/**
 * Loads the TypeScript compiler.
 * @throws ToolwrightError `MISSING_PACKAGE` if it is not installed, or if it has no API for programs
 */
export function loadCompiler(): Compiler {
  const load = createRequire(import.meta.url);
  let compiler: Partial<Compiler>;
  try {
    compiler = load('typescript') as Partial<Compiler>;
  } catch (cause) {
    throw missing('Code mode checks programs with TypeScript, which is not installed.', cause);
  }
  if (compiler.createLanguageService !== undefined) return compiler as Compiler;
  throw missing(`Code mode needs the compiler's API, which TypeScript ${compiler.version ?? ''} does not have.`, undefined);
}

function missing(message: string, cause: unknown): ToolwrightError {
  const hint = 'Run `npm install typescript@6`. Programs never run unchecked.';
  return new ToolwrightError('MISSING_PACKAGE', message, { blame: 'developer', hint, cause });
}
