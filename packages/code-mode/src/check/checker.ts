import type ts from 'typescript';

type Compiler = typeof ts;

/** A tool that a program calls. */
export interface PlannedCall {
  readonly name: string;
  /** Whether the call may run more than once: it is in a loop or in a function. */
  readonly isRepeated: boolean;
  /** The line of the program, counted from 1. */
  readonly line: number;
}

/** What a program may do, read from its text. */
export interface ProgramPlan {
  readonly calls: readonly PlannedCall[];
  /** False if the program uses `tools` in a way that hides which tools it calls; then it may call any. */
  readonly isComplete: boolean;
}

/** A mistake in a program. */
export interface ProgramProblem {
  /** What the compiler says. */
  readonly message: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  /** The text of the line. */
  readonly text: string;
}

/** A checked program. */
export type CheckedProgram =
  | { readonly ok: true; readonly code: string; readonly plan: ProgramPlan }
  | {
      readonly ok: false;
      readonly problems: readonly ProgramProblem[];
      /** Mistakes in the declarations, with which no program can be checked. */
      readonly declarationProblems?: readonly ProgramProblem[];
    };

/** Checks the body of a program against the declarations of tools. */
export type Check = (code: string, declarations: string) => CheckedProgram;

/**
 * Creates a check that keeps the compiler's work between programs. This function is sent to a worker as text, so it must not refer to anything
 * outside itself.
 */
export function createCheck(compiler: Compiler): Check {
  const names = { tools: '/tools.d.ts', program: '/program.ts', alone: '/alone.ts' };
  const opening = 'async function program() {\n';
  const closing = '\n}\n';
  /** What every program sees besides the tools. */
  const world = `declare class ToolError extends Error { readonly name: 'ToolError'; readonly tool: string; }
declare class URL { constructor(href: string); readonly href: string; toString(): string; }
declare const console: Record<'log' | 'info' | 'warn' | 'error' | 'debug', (...values: unknown[]) => void>;
declare const store: Record<string, any>;
`;
  const { ScriptTarget, ModuleKind, ScriptSnapshot, DiagnosticCategory, sys } = compiler;
  const options: ts.CompilerOptions = {
    target: ScriptTarget.ES2022,
    module: ModuleKind.ESNext,
    lib: ['lib.es2023.d.ts'],
    strict: true,
    types: [],
    newLine: compiler.NewLineKind.LineFeed,
    // A program cannot act on these.
    allowUnreachableCode: true,
    allowUnusedLabels: true,
  };
  const texts = new Map<string, { readonly text: string; readonly version: number }>();
  const set = (name: string, text: string): void => {
    const before = texts.get(name);
    if (before?.text !== text) texts.set(name, { text, version: (before?.version ?? 0) + 1 });
  };
  // The compiler sees its own libraries and the given texts; no other file exists.
  const libraries = compiler.getDefaultLibFilePath(options).replace(/[^/\\]*$/, '');
  const isLibrary = (path: string): boolean =>
    path.startsWith(libraries) && /^lib\.[\w.]+\.d\.ts$/.test(path.slice(libraries.length));
  const read = (path: string): string | undefined =>
    texts.get(path)?.text ?? (isLibrary(path) ? sys.readFile(path) : undefined);
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [names.tools, names.program],
    getScriptVersion: (path) => String(texts.get(path)?.version ?? 1),
    getScriptSnapshot: (path) => {
      const text = read(path);
      return text === undefined ? undefined : ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: (given) => compiler.getDefaultLibFilePath(given),
    fileExists: (path) => texts.has(path) || (isLibrary(path) && sys.fileExists(path)),
    readFile: read,
    directoryExists: () => false,
    getDirectories: () => [],
  };
  const service = compiler.createLanguageService(host);

  const toProblem = (
    { messageText, start = 0, relatedInformation = [] }: ts.Diagnostic,
    code: string,
    offset: number,
  ): ProgramProblem => {
    // Related information says whether an `await` is missing. What to install is nothing for a program.
    const message = [messageText, ...relatedInformation.map((one) => one.messageText)]
      .map((one) => compiler.flattenDiagnosticMessageText(one, '\n').replace(/ Do you need to .*$/s, ''))
      .join('\n');
    const place = Math.min(Math.max(start - offset, 0), code.length);
    const before = code.slice(0, place).split('\n');
    const lineStart = place - (before.at(-1)?.length ?? 0);
    const lineEnd = code.indexOf('\n', place);
    const text = code.slice(lineStart, lineEnd < 0 ? code.length : lineEnd);
    return { message, line: before.length, column: place - lineStart + 1, text };
  };
  const refuse = (errors: readonly ts.Diagnostic[], code: string, offset: number): CheckedProgram => ({
    ok: false,
    problems: errors.map((error) => toProblem(error, code, offset)),
  });
  const onlyErrors = (found: readonly ts.Diagnostic[]): readonly ts.Diagnostic[] =>
    found.filter(({ category }) => category === DiagnosticCategory.Error);

  /** Returns the name in `tools.name(…)` and `tools['name'](…)`. */
  const calledName = (node: ts.Identifier): string | undefined => {
    const access = node.parent;
    const isCalled = compiler.isCallExpression(access.parent) && access.parent.expression === access;
    if (!isCalled) return undefined;
    if (compiler.isPropertyAccessExpression(access) && access.expression === node) return access.name.text;
    if (!compiler.isElementAccessExpression(access) || access.expression !== node) return undefined;
    const { argumentExpression } = access;
    return compiler.isStringLiteralLike(argumentExpression) ? argumentExpression.text : undefined;
  };
  /** What the compiler's library has and the sandbox has not, or has only without locales. */
  const missing = new Set(
    'Atomics FinalizationRegistry Function Intl SharedArrayBuffer WeakRef eval toLocaleDateString toLocaleLowerCase toLocaleString toLocaleTimeString toLocaleUpperCase localeCompare'.split(
      ' ',
    ),
  );
  const whyMissing = (node: ts.Identifier, checker: ts.TypeChecker): string | undefined => {
    const declared = checker.getSymbolAtLocation(node)?.declarations ?? [];
    if (!declared.some((one) => isLibrary(one.getSourceFile().fileName))) return undefined;
    if (!node.text.includes('ocale')) return `'${node.text}' does not exist in programs.`;
    const call = node.parent.parent;
    // Without a locale, they are the same everywhere.
    const plain = node.text === 'localeCompare' ? 1 : 0;
    if (compiler.isCallExpression(call) && call.arguments.length <= plain) return undefined;
    return `'${node.text}' knows no locales in programs. Format or compare the values yourself.`;
  };
  /** Finds the names that a program must not use, although the compiler knows them. */
  const findMissing = (source: ts.SourceFile, checker: ts.TypeChecker): readonly ts.Diagnostic[] => {
    const found: ts.Diagnostic[] = [];
    const open: ts.Node[] = [source];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const messageText =
        compiler.isIdentifier(node) && missing.has(node.text) ? whyMissing(node, checker) : undefined;
      if (messageText !== undefined)
        found.push({ messageText, start: node.getStart(source) } as ts.Diagnostic);
      compiler.forEachChild(node, (child) => {
        open.push(child);
      });
    }
    return found.sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
  };
  const isMember = (node: ts.Identifier): boolean =>
    (compiler.isPropertyAccessExpression(node.parent) || compiler.isPropertyAssignment(node.parent)) &&
    node.parent.name === node;
  const readPlan = (source: ts.SourceFile): ProgramPlan => {
    const calls: PlannedCall[] = [];
    let isComplete = true;
    const isRepeating = (node: ts.Node): boolean =>
      compiler.isIterationStatement(node, false) || (compiler.isFunctionLike(node) && node.parent !== source);
    const open: { readonly node: ts.Node; readonly isRepeated: boolean }[] = [
      { node: source, isRepeated: false },
    ];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { node, isRepeated } = next;
      if (compiler.isIdentifier(node) && node.text === 'tools' && !isMember(node)) {
        const name = calledName(node);
        // The first line is that of the function around the program.
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        if (name === undefined) isComplete = false;
        else calls.push({ name, isRepeated, line });
      }
      // Another way to the same object.
      if (compiler.isIdentifier(node) && node.text === 'globalThis') isComplete = false;
      const within = isRepeated || isRepeating(node);
      const children: ts.Node[] = [];
      compiler.forEachChild(node, (child) => {
        children.push(child);
      });
      for (const child of children.reverse()) open.push({ node: child, isRepeated: within });
    }
    return { calls, isComplete };
  };

  let declared = { text: '', problems: [] as readonly ProgramProblem[] };
  /** Finds mistakes in the declarations. What does not compile would be `any`. */
  const problemsOf = (text: string): readonly ProgramProblem[] => {
    if (declared.text === text) return declared.problems;
    const syntax = service.getSyntacticDiagnostics(names.tools);
    const found = onlyErrors(syntax.length > 0 ? syntax : service.getSemanticDiagnostics(names.tools));
    declared = { text, problems: found.map((error) => toProblem(error, text, world.length)) };
    return declared.problems;
  };

  return (code, declarations) => {
    const marks = /@ts-(?:ignore|expect-error|nocheck)/.exec(code);
    if (marks !== null) {
      const messageText = `Remove '${marks[0]}': the check cannot be turned off.`;
      const error = { messageText, start: marks.index } as ts.Diagnostic;
      return refuse([error], code, 0);
    }
    set(names.tools, world + declarations);
    set(names.program, opening + code + closing);
    const declarationProblems = problemsOf(declarations);
    if (declarationProblems.length > 0) return { ok: false, problems: [], declarationProblems };
    const file = service.getProgram()?.getSourceFile(names.program);
    const end = file?.statements[0]?.end ?? 0;
    const syntax = onlyErrors(service.getSyntacticDiagnostics(names.program));
    // Anything after the function would run outside of it.
    if (file === undefined || file.statements.length !== 1 || end !== opening.length + code.length + 2) {
      const messageText = 'The program ends here: this brace closes no other.';
      const closed =
        end <= opening.length + code.length ? [{ messageText, start: end - 1 } as ts.Diagnostic] : [];
      return refuse(syntax.length > 0 ? syntax : closed, code, opening.length);
    }
    const found = syntax.length > 0 ? syntax : onlyErrors(service.getSemanticDiagnostics(names.program));
    const checker = service.getProgram()?.getTypeChecker();
    const wrong = found.length > 0 || checker === undefined ? found : findMissing(file, checker);
    if (wrong.length > 0) return refuse(wrong, code, opening.length);
    const [output] = service.getEmitOutput(names.program).outputFiles;
    return {
      ok: true,
      code: `${output?.text ?? ''}return program();`,
      plan: readPlan(file),
    };
  };
}
