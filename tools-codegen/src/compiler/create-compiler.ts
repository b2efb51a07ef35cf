import path from 'node:path';
import { ToolwrightError } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import { typescript } from './bundled-compiler.js';
import { codegenOptions } from './codegen-options.js';
import type { Compiler } from './compiler.js';
import { createCompilerHost, type ParsedLib } from './compiler-host.js';
import { findInstalledTypeScript } from './installed-typescript.js';
import type { Project } from './project.js';

export interface CreateCompilerOptions {
  /** Absolute path of the module that codegen writes. */
  readonly output: string;
  /** The project's files that codegen reads; what they import follows. */
  readonly files: readonly string[];
  readonly parsedLib: ParsedLib;
}

/** TS2317, TS2318: a global type such as `Array` is missing or has the wrong shape. */
const GLOBAL_TYPE_MISSING = new Set([2317, 2318]);

/**
 * A program of the project, its types not yet checked.
 * @throws ToolwrightError `INVALID_PROJECT` when the standard library is missing: every array would silently lose its type.
 */
export function createCompiler(
  project: Project,
  { output, files, parsedLib }: CreateCompilerOptions,
): Compiler {
  const options = codegenOptions(project.options, findInstalledTypeScript(project.dir));
  const program = typescript.createProgram({
    rootNames: files.filter((file) => file !== output),
    options,
    projectReferences: project.references,
    host: createCompilerHost(options, { output, parsedLib }),
  });
  const missing = program.getGlobalDiagnostics().find(({ code }) => GLOBAL_TYPE_MISSING.has(code));
  if (missing !== undefined) throw libraryMissing(project, missing);
  return { ts: typescript, program, checker: program.getTypeChecker() };
}

function libraryMissing(project: Project, { messageText }: ts.Diagnostic): ToolwrightError {
  const text = typescript.flattenDiagnosticMessageText(messageText, ' ');
  return new ToolwrightError('INVALID_PROJECT', `${path.basename(project.configPath)}: ${text}`, {
    blame: 'developer',
    hint: 'Codegen needs the standard library: check "lib" and "noLib" in the tsconfig.',
  });
}
