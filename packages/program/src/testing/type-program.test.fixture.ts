import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { createCompilerHost } from '../compiler/compiler-host.js';
import { sharedFiles } from './shared-files.js';

const tags = fileURLToPath(new URL('../../../tools/src/type-tags.ts', import.meta.url));
const secrets = fileURLToPath(new URL('../../../redaction/src/secrets/secret.ts', import.meta.url));

/** One strict program with files on disk and files given as text, with codegen's compiler and library. */
export function createTypeProgram(
  files: readonly string[],
  texts: Readonly<Record<string, string>> = {},
): Compiler {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    paths: { toolwright: [tags], '@toolwright/redaction': [secrets] },
  };
  const disk = createCompilerHost(options, { output: '', ...sharedFiles('checks') });
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (file) => texts[file] !== undefined || disk.fileExists(file),
    readFile: (file) => texts[file] ?? disk.readFile(file),
    getSourceFile: (file, version, onError, fresh) => {
      const text = texts[file];
      return text === undefined
        ? disk.getSourceFile(file, version, onError, fresh)
        : ts.createSourceFile(file, text, version);
    },
  };
  const program = ts.createProgram({ rootNames: [...files, ...Object.keys(texts)], options, host });
  return { ts, program, checker: program.getTypeChecker() };
}

/** The type that a file exports as `Input`, with its declaration. */
export function findInput(
  { program, checker }: Compiler,
  file: string,
  name = 'Input',
): { type: ts.Type; node: ts.Node } {
  const source = program.getSourceFile(file);
  const symbol = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  const exported = symbol === undefined ? [] : checker.getExportsOfModule(symbol);
  const input = exported.find((candidate) => candidate.name === name);
  const node = input?.declarations?.[0];
  if (input === undefined || node === undefined) throw new Error(`${file} exports no ${name}.`);
  return { type: checker.getDeclaredTypeOfSymbol(input), node };
}
