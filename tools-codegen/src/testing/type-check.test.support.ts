import { createCompilerHost, loadProject } from '@toolwright/program/compiler';
import { ts } from 'ts-morph';
import { sharedFiles } from '../../../packages/program/src/testing/shared-files.js';

/**
 * Type-checks files of a project with the project's options. Some files are given as text.
 * @param texts By absolute path; the files that are checked.
 * @returns One line for each error, without paths: `name.ts(3): message`.
 */
export function typeCheck(config: string, texts: ReadonlyMap<string, string>): string[] {
  const project = loadProject(config, '/');
  const host = createCompilerHost(project.options, { output: '', ...sharedFiles('checks') });
  const { fileExists, readFile, getSourceFile } = host;
  const program = ts.createProgram([...project.files, ...texts.keys()], project.options, {
    ...host,
    fileExists: (file) => texts.has(file) || fileExists(file),
    readFile: (file) => texts.get(file) ?? readFile(file),
    getSourceFile: (file, version, ...rest) => {
      const text = texts.get(file);
      return text === undefined
        ? getSourceFile(file, version, ...rest)
        : ts.createSourceFile(file, text, version);
    },
  });
  return [...texts.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    const found = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
      ...(project.options.isolatedDeclarations ? program.getDeclarationDiagnostics(source) : []),
    ];
    return found.map((diagnostic) => {
      const line = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0;
      return `${file.split('/').at(-1)}(${line + 1}): ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`;
    });
  });
}
