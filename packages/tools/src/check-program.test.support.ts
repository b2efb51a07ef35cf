import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  skipLibCheck: true,
  types: [],
};

/** The compiler's messages about a program that imports this package, and the number of type instantiations. */
export function checkProgram(
  source: string,
  dir = import.meta.dirname,
): { messages: string[]; instantiations: number } {
  const file = `${dir}/checked.ts`;
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], OPTIONS, host);
  const found = program.getSemanticDiagnostics(program.getSourceFile(file));
  return {
    messages: found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    instantiations: program.getInstantiationCount(),
  };
}

/** The names that an editor offers at the `|` of a program. */
export function completionsIn(marked: string, dir = import.meta.dirname): readonly string[] {
  const file = `${dir}/checked.ts`;
  const source = marked.replace('|', '');
  const service = ts.createLanguageService({
    getCompilationSettings: () => OPTIONS,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = name === file ? source : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => dir,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
  });
  const found = service.getCompletionsAtPosition(file, marked.indexOf('|'), {});
  return (found?.entries ?? []).map(({ name }) => name);
}
