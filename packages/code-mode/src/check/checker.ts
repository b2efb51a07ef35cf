import type ts from 'typescript';
import type { PlanReader, ProgramPlan } from './plan.js';

type Compiler = typeof ts;

/** A mistake in a program. */
export interface ProgramProblem {
  /** What the compiler says. */
  readonly message: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  /** The part of the line around it, and the place of the mistake in that part, counted from 0. */
  readonly text: string;
  readonly caret: number;
}

/** A checked program. */
export type CheckedProgram =
  | { readonly ok: true; readonly code: string; readonly plan: ProgramPlan }
  | {
      readonly ok: false;
      /** The first ones. */
      readonly problems: readonly ProgramProblem[];
      /** The number of the others. */
      readonly more: number;
      /** Whether the mistakes are in the declarations, with which no program can be checked. */
      readonly inDeclarations?: true;
    };

type Refused = Extract<CheckedProgram, { ok: false }>;

/** Checks the body of a program against the declarations of tools. */
export type Check = (code: string, declarations: string) => CheckedProgram;

/**
 * Creates a check that keeps the compiler's work between programs. This function is sent to a worker as text, so it must not refer to anything
 * outside itself.
 */
export function createCheck(compiler: Compiler, readPlan: PlanReader): Check {
  /** The number of mistakes that a model gets at once, and the lengths of a message and of a line in characters. */
  const most = { problems: 8, message: 1_000, line: 200 };
  /** How deep a program may be nested; a sum counts one for each term. The compiler works recursively. */
  const maxDepth = 3_000;
  /** The number of different declarations whose types are kept. */
  const maxServices = 4;
  /** A program cannot say the name of the function around it: it would run itself again. */
  const wrapper = '__program';
  const opening = `async function ${wrapper}() {\n`;
  const closing = '\n}\n';
  /** What every program sees besides the tools. */
  const world = `declare class ToolError extends Error { readonly name: 'ToolError'; readonly tool: string; }
declare class URL { constructor(href: string); readonly href: string; toString(): string; }
declare const console: Record<'log' | 'info' | 'warn' | 'error' | 'debug', (...values: unknown[]) => void>;
declare const store: Record<string, any>;
`;
  const { ScriptTarget, ModuleKind, ScriptSnapshot, DiagnosticCategory, SyntaxKind, sys } = compiler;
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
  // The compiler sees its own libraries and the given texts; no other file exists.
  const libraries = compiler.getDefaultLibFilePath(options).replace(/[^/\\]*$/, '');
  const isLibrary = (path: string): boolean =>
    path.startsWith(libraries) && /^lib\.[\w.]+\.d\.ts$/.test(path.slice(libraries.length));
  const registry = compiler.createDocumentRegistry();
  let services = 0;
  const createService = (declarations: string) => {
    services += 1;
    // Services share the files of the registry by name.
    const names = { tools: `/tools-${services}.d.ts`, program: `/program-${services}.ts` };
    const texts: Record<string, string> = { [names.tools]: world + declarations, [names.program]: '' };
    let version = 0;
    const read = (path: string): string | undefined =>
      texts[path] ?? (isLibrary(path) ? sys.readFile(path) : undefined);
    const host: ts.LanguageServiceHost = {
      getCompilationSettings: () => options,
      getScriptFileNames: () => Object.keys(texts),
      getScriptVersion: (path) => (path === names.program ? String(version) : '1'),
      getScriptSnapshot: (path) => {
        const text = read(path);
        return text === undefined ? undefined : ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => '/',
      getDefaultLibFileName: (given) => compiler.getDefaultLibFilePath(given),
      fileExists: (path) => path in texts || (isLibrary(path) && sys.fileExists(path)),
      readFile: read,
      directoryExists: () => false,
      getDirectories: () => [],
    };
    const service = compiler.createLanguageService(host, registry);
    const setProgram = (text: string): void => {
      version += 1;
      texts[names.program] = text;
    };
    return {
      service,
      setProgram,
      /** The file of the program, and that of the declarations. */
      path: names.program,
      declared: names.tools,
      /** Why the declarations cannot be used, once they were checked. */
      refused: 'unknown' as Refused | 'unknown' | undefined,
    };
  };
  /** By the declarations; the last one was used last. */
  const known = new Map<string, ReturnType<typeof createService>>();
  const serviceFor = (declarations: string) => {
    const found = known.get(declarations) ?? createService(declarations);
    known.delete(declarations);
    known.set(declarations, found);
    for (const [oldest, { service }] of known) {
      if (known.size <= maxServices) break;
      service.dispose();
      known.delete(oldest);
    }
    return found;
  };

  /** Cuts a text, but no character in two. */
  const start = (text: string, length: number): string =>
    text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  const toProblem = (
    { messageText, start: given = 0, relatedInformation = [] }: ts.Diagnostic,
    code: string,
    offset = opening.length,
  ): ProgramProblem => {
    // Related information says whether an `await` is missing. What to install is nothing for a program.
    const message = [messageText, ...relatedInformation.map((one) => one.messageText)]
      .map((one) => compiler.flattenDiagnosticMessageText(one, '\n').replace(/ Do you need to .*$/s, ''))
      .join('\n');
    const place = Math.min(Math.max(given - offset, 0), code.length);
    const before = code.slice(0, place).split('\n');
    const lineStart = place - (before.at(-1)?.length ?? 0);
    const lineEnd = code.indexOf('\n', place);
    const column = place - lineStart + 1;
    const shownStart = column > most.line ? place : lineStart;
    const text = start(code.slice(shownStart, lineEnd < 0 ? code.length : lineEnd), most.line);
    const short = message.length > most.message ? `${start(message, most.message)} …` : message;
    return { message: short, line: before.length, column, text, caret: place - shownStart };
  };
  const refuse = (errors: readonly ts.Diagnostic[], code: string, offset?: number): Refused => ({
    ok: false,
    problems: errors.slice(0, most.problems).map((error) => toProblem(error, code, offset)),
    more: Math.max(0, errors.length - most.problems),
  });
  const onlyErrors = (found: readonly ts.Diagnostic[]): readonly ts.Diagnostic[] =>
    found.filter(({ category }) => category === DiagnosticCategory.Error);

  /** What the compiler's library has and the sandbox has not, or has only without locales. */
  const missing = new Set(
    'Atomics FinalizationRegistry Function Intl SharedArrayBuffer WeakRef eval toLocaleDateString toLocaleLowerCase toLocaleString toLocaleTimeString toLocaleUpperCase localeCompare'.split(
      ' ',
    ),
  );
  const whyMissing = (node: ts.Identifier, checker: ts.TypeChecker): string | undefined => {
    if (node.text === wrapper) return `'${wrapper}' is not a name that programs can use.`;
    const declared = checker.getSymbolAtLocation(node)?.declarations ?? [];
    if (!declared.some((one) => isLibrary(one.getSourceFile().fileName))) return undefined;
    if (!node.text.includes('ocale')) return `'${node.text}' does not exist in programs.`;
    const call = node.parent.parent;
    // Without a locale, they are the same everywhere.
    const plain = node.text === 'localeCompare' ? 1 : 0;
    if (compiler.isCallExpression(call) && call.arguments.length <= plain) return undefined;
    return `'${node.text}' knows no locales in programs. Format or compare the values yourself.`;
  };
  /** Visits a node and all within it, in their order. */
  const walk = (root: ts.Node, visit: (node: ts.Node, depth: number) => void): void => {
    const open = [{ node: root, depth: 0 }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { node, depth } = next;
      visit(node, depth);
      const children: ts.Node[] = [];
      compiler.forEachChild(node, (child) => {
        children.push(child);
      });
      for (const child of children.reverse()) open.push({ node: child, depth: depth + 1 });
    }
  };
  /** Finds what is refused whatever its types are. */
  const findForbidden = (source: ts.SourceFile): readonly ts.Diagnostic[] => {
    const found: ts.Diagnostic[] = [];
    const add = (messageText: string, start: number): void => {
      found.push({ messageText, start } as ts.Diagnostic);
    };
    const marks = /@ts-(?:ignore|expect-error|nocheck)/gi;
    const inTexts = new Set<number>();
    let deepest = 0;
    walk(source, (node, depth) => {
      if (depth > maxDepth && deepest <= maxDepth)
        add('The program is nested too deeply.', node.getStart(source));
      deepest = Math.max(deepest, depth);
      const isImport = node.kind === SyntaxKind.ImportKeyword || compiler.isImportTypeNode(node);
      if (isImport || compiler.isImportDeclaration(node))
        add('Programs have no modules. Use only `tools` and the language.', node.getStart(source));
      if (
        !compiler.isLiteralExpression(node) &&
        !compiler.isTemplateMiddleOrTemplateTail(node) &&
        !compiler.isTemplateHead(node)
      )
        return;
      const start = node.getStart(source);
      for (const { index } of source.text.slice(start, node.end).matchAll(marks)) inTexts.add(start + index);
    });
    for (const { index, 0: mark } of source.text.matchAll(marks))
      if (!inTexts.has(index)) add(`Remove '${mark}': the check cannot be turned off.`, index);
    return found;
  };
  /** Finds the names that a program must not use, although the compiler knows them. */
  const findMissing = (source: ts.SourceFile, checker: ts.TypeChecker): readonly ts.Diagnostic[] => {
    const found: ts.Diagnostic[] = [];
    // The name of the function around the program is not one of its names.
    const body = source.statements.find(compiler.isFunctionDeclaration)?.body;
    walk(body ?? source, (node) => {
      const messageText =
        compiler.isIdentifier(node) && (missing.has(node.text) || node.text === wrapper)
          ? whyMissing(node, checker)
          : undefined;
      if (messageText !== undefined)
        found.push({ messageText, start: node.getStart(source) } as ts.Diagnostic);
    });
    return found;
  };
  /** Finds mistakes in the declarations. What does not compile would be `any`. */
  const findDeclarationProblems = (service: ts.LanguageService, path: string): Refused | undefined => {
    const text = service.getProgram()?.getSourceFile(path)?.text ?? '';
    const syntax = service.getSyntacticDiagnostics(path);
    const found = onlyErrors(syntax.length > 0 ? syntax : service.getSemanticDiagnostics(path));
    return found.length === 0
      ? undefined
      : { ...refuse(found, text.slice(world.length), world.length), inDeclarations: true };
  };
  const checkWith = (known: ReturnType<typeof createService>, code: string): CheckedProgram => {
    const { service, setProgram, path } = known;
    setProgram(opening + code + closing);
    if (known.refused === 'unknown') known.refused = findDeclarationProblems(service, known.declared);
    if (known.refused !== undefined) return known.refused;
    const file = service.getProgram()?.getSourceFile(path);
    const end = file?.statements[0]?.end ?? 0;
    const syntax = onlyErrors(service.getSyntacticDiagnostics(path));
    // Anything after the function would run outside of it.
    if (file === undefined || file.statements.length !== 1 || end !== opening.length + code.length + 2) {
      const messageText = 'The program ends here: this brace closes no other.';
      const closed =
        end <= opening.length + code.length ? [{ messageText, start: end - 1 } as ts.Diagnostic] : [];
      return refuse(syntax.length > 0 ? syntax : closed, code);
    }
    const early = syntax.length > 0 ? syntax : findForbidden(file);
    const found = early.length > 0 ? early : onlyErrors(service.getSemanticDiagnostics(path));
    const checker = service.getProgram()?.getTypeChecker();
    const wrong = found.length > 0 || checker === undefined ? found : findMissing(file, checker);
    if (wrong.length > 0) return refuse(wrong, code);
    const [output] = service.getEmitOutput(path).outputFiles;
    return {
      ok: true,
      code: `${output?.text ?? ''}return ${wrapper}();`,
      plan: readPlan(file),
    };
  };
  return (code, declarations) => {
    try {
      return checkWith(serviceFor(declarations), code);
    } catch (error) {
      // The compiler has reached the end of its stack: what it knows may be incomplete.
      known.delete(declarations);
      if (!(error instanceof RangeError)) throw error;
      return refuse([{ messageText: 'The program is too complex to be checked.' } as ts.Diagnostic], code);
    }
  };
}
