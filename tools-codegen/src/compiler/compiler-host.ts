import type { ts } from 'ts-morph';
import { getLibFiles, typescript } from './bundled-compiler.js';

/** Where the bundled compiler's own declarations seem to lie; they are served from memory. */
const LIB_FOLDER = '/node_modules/typescript/lib';

/** Parsed declarations of the standard library, which several programs may share. */
export type ParsedLib = Map<string, ts.SourceFile>;

export interface HostOptions {
  /** The file that codegen writes; programs see {@link PLACEHOLDER} in its place. */
  readonly output: string;
  readonly parsedLib: ParsedLib;
}

/** What a program that imports its own manifest sees, whether or not it was generated before. */
const PLACEHOLDER = 'export declare const manifest: any;\n';

/** Part of the compiler's host though not of its published type: referenced projects need not be built before codegen. */
const REFERENCES_FROM_SOURCE = { useSourceOfProjectReferenceRedirect: () => true };

/** Reads the disk, except for the standard library (bundled) and the manifest (absent as far as codegen is concerned). */
export function createCompilerHost(
  options: ts.CompilerOptions,
  { output, parsedLib }: HostOptions,
): ts.CompilerHost {
  const disk = typescript.createCompilerHost(options);
  const library = new Map(getLibFiles().map(({ fileName, text }) => [`${LIB_FOLDER}/${fileName}`, text]));
  const virtual = (file: string): string | undefined => (file === output ? PLACEHOLDER : library.get(file));

  return {
    ...disk,
    getDefaultLibLocation: () => LIB_FOLDER,
    getDefaultLibFileName: (settings) => `${LIB_FOLDER}/${typescript.getDefaultLibFileName(settings)}`,
    ...REFERENCES_FROM_SOURCE,
    fileExists: (file) => virtual(file) !== undefined || disk.fileExists(file),
    readFile: (file) => virtual(file) ?? disk.readFile(file),
    getSourceFile: (file, version, onError, fresh) => {
      const text = virtual(file);
      if (text === undefined) return disk.getSourceFile(file, version, onError, fresh);
      if (file === output) return typescript.createSourceFile(file, text, version);
      return parseLib(file, text, version, parsedLib);
    },
  };
}

/** Without its documentation: the library's own words must not reach a schema, and parsing is faster. */
function parseLib(
  file: string,
  text: string,
  version: ts.ScriptTarget | ts.CreateSourceFileOptions,
  parsedLib: ParsedLib,
): ts.SourceFile {
  const settings = typeof version === 'object' ? version : { languageVersion: version };
  const key = `${settings.languageVersion}:${file}`;
  const known = parsedLib.get(key);
  if (known !== undefined) return known;
  const parsed = typescript.createSourceFile(file, text, {
    ...settings,
    jsDocParsingMode: typescript.JSDocParsingMode.ParseNone,
  });
  parsedLib.set(key, parsed);
  return parsed;
}
