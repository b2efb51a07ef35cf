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

/** A checked program. */
export type CheckedProgram =
  | { readonly ok: true; readonly code: string; readonly plan: ProgramPlan; readonly usesClock: boolean }
  | { readonly ok: false; readonly problems: string };

/** Checks the body of a program against the declarations of tools. */
export type Check = (code: string, declarations: string) => CheckedProgram;

/**
 * Creates a check that keeps the compiler's work between programs. This function is sent to a worker as text, so it must not refer to anything
 * outside itself.
 */
export function createCheck(compiler: Compiler): Check {
  /** The number of errors that a model gets at once. */
  const maxProblems = 8;
  /** The longest description of a problem, which quotes the program's types, in characters. */
  const maxMessage = 1_000;
  /** The longest line of a program that is shown, in characters. */
  const maxLine = 200;
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

  /** Describes an error as a model can use it: the line, a caret, and what the compiler says. */
  const describe = (
    { messageText, start, relatedInformation = [] }: ts.Diagnostic,
    code: string,
    offset: number,
  ): string => {
    // Related information says whether an `await` is missing. What to install is nothing for a program.
    const told = [messageText, ...relatedInformation.map((one) => one.messageText)]
      .map((one) => compiler.flattenDiagnosticMessageText(one, '\n').replace(/ Do you need to .*$/s, ''))
      .join('\n');
    const message = told.length > maxMessage ? `${told.slice(0, maxMessage)} …` : told;
    const place = Math.min(Math.max((start ?? 0) - offset, 0), code.length);
    const line = code.slice(0, place).split('\n').length;
    const lineStart = code.lastIndexOf('\n', place - 1) + 1;
    const lineEnd = code.indexOf('\n', place);
    const text = code.slice(place === 0 ? 0 : lineStart, lineEnd < 0 ? code.length : lineEnd);
    const column = place - (place === 0 ? 0 : lineStart);
    const isNear = column < maxLine;
    const shown = isNear ? text.slice(0, maxLine) : text.slice(column, column + maxLine);
    return `Line ${line}:${column + 1}: ${message}\n  ${shown}\n  ${' '.repeat(isNear ? column : 0)}^`;
  };
  const refuse = (errors: readonly ts.Diagnostic[], code: string, offset: number): CheckedProgram => {
    const shown = errors.slice(0, maxProblems).map((error) => describe(error, code, offset));
    const more = errors.length - maxProblems;
    return {
      ok: false,
      problems: [...shown, ...(more > 0 ? [`… and ${more} more errors.`] : [])].join('\n\n'),
    };
  };
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

  return (code, declarations) => {
    if (/@ts-(?:ignore|expect-error|nocheck)/.test(code)) {
      const problems =
        'Remove the comments that turn the check off (@ts-ignore, @ts-expect-error, @ts-nocheck).';
      return { ok: false, problems };
    }
    // Parsed by itself first, so that a program cannot end the function around it.
    const alone = compiler.createSourceFile(names.alone, code, ScriptTarget.ES2022, false);
    const { parseDiagnostics = [] } = alone as { parseDiagnostics?: readonly ts.Diagnostic[] };
    if (parseDiagnostics.length > 0) return refuse(parseDiagnostics, code, 0);
    const source = opening + code + closing;
    set(names.tools, world + declarations);
    set(names.program, source);
    const found = onlyErrors([
      ...service.getSyntacticDiagnostics(names.program),
      ...service.getSemanticDiagnostics(names.program),
    ]);
    if (found.length > 0) return refuse(found, code, opening.length);
    const file = service.getProgram()?.getSourceFile(names.program);
    const plan = file === undefined ? { calls: [], isComplete: false } : readPlan(file);
    const { outputText } = compiler.transpileModule(source, { compilerOptions: options });
    return {
      ok: true,
      code: `${outputText}return program();`,
      plan,
      usesClock: /\bDate\b|\brandom\b/.test(code),
    };
  };
}
