import type ts from 'typescript';
import { describeProblem } from './describe-problem.js';
import type { Compiler } from './load-compiler.js';
import { type ProgramPlan, readPlan } from './read-plan.js';

/** A checked program. */
export type CheckedProgram =
  | { readonly ok: true; readonly code: string; readonly plan: ProgramPlan; readonly usesClock: boolean }
  | { readonly ok: false; readonly problems: string };

/** The number of errors that a model gets at once. */
const MAX_PROBLEMS = 8;

/** The longest program, in characters. Longer ones are data, which belongs into tools. */
const MAX_LENGTH = 100_000;

const TOOLS = '/tools.d.ts';
const PROGRAM = '/program.ts';
const OPENING = 'async function program() {\n';
const CLOSING = '\n}\n';

/** What every program sees besides the tools. */
const WORLD = `declare class ToolError extends Error { readonly name: 'ToolError'; readonly tool: string; }
declare class URL { constructor(href: string); readonly href: string; toString(): string; }
declare const console: Record<'log' | 'info' | 'warn' | 'error' | 'debug', (...values: unknown[]) => void>;
declare const store: Record<string, any>;
`;

/** Checks programs against the declarations of tools. Keeps the compiler's work between programs. */
export class ProgramChecker {
  readonly #compiler: Compiler;
  readonly #service: ts.LanguageService;
  readonly #texts = new Map<string, { readonly text: string; readonly version: number }>();
  readonly #options: ts.CompilerOptions;

  constructor(compiler: Compiler) {
    this.#compiler = compiler;
    const { ScriptTarget, ModuleKind } = compiler;
    this.#options = {
      target: ScriptTarget.ES2022,
      module: ModuleKind.ESNext,
      lib: ['lib.es2023.d.ts'],
      strict: true,
      types: [],
      noEmitOnError: true,
      // Codes that a program cannot act on.
      allowUnreachableCode: true,
      allowUnusedLabels: true,
    };
    this.#service = compiler.createLanguageService(this.#host());
  }

  /** Checks the body of a program. Costs no call. */
  check(code: string, declarations: string): CheckedProgram {
    if (code.length > MAX_LENGTH)
      return refusal(`The program has ${code.length} characters; at most ${MAX_LENGTH} are allowed.`);
    const compiler = this.#compiler;
    if (/@ts-(?:ignore|expect-error|nocheck)/.test(code))
      return refusal('Remove the comments that turn the check off (@ts-ignore, @ts-expect-error, @ts-nocheck).');
    // Parsed by itself, so that a program cannot end the function around it.
    const alone = compiler.transpileModule(code, {
      reportDiagnostics: true,
      compilerOptions: { target: this.#options.target ?? compiler.ScriptTarget.ES2022, module: compiler.ModuleKind.ESNext },
    });
    const syntax = (alone.diagnostics ?? []).filter(({ category }) => category === compiler.DiagnosticCategory.Error);
    if (syntax.length > 0) return this.#refuse(syntax, code, 0);
    this.#set(TOOLS, WORLD + declarations);
    this.#set(PROGRAM, OPENING + code + CLOSING);
    const errors = [
      ...this.#service.getSyntacticDiagnostics(PROGRAM),
      ...this.#service.getSemanticDiagnostics(PROGRAM),
    ].filter(({ category }) => category === compiler.DiagnosticCategory.Error);
    if (errors.length > 0) return this.#refuse(errors, code, OPENING.length);
    const source = this.#service.getProgram()?.getSourceFile(PROGRAM);
    const output = compiler.transpileModule(OPENING + code + CLOSING, { compilerOptions: this.#options }).outputText;
    const plan = source === undefined ? { calls: [], isComplete: false } : readPlan(compiler, source);
    return { ok: true, code: `${output}\nreturn program();`, plan, usesClock: /\bDate\b|\brandom\b/.test(code) };
  }

  /** Returns the problems of the declarations themselves, which are ours or come from a server. */
  checkDeclarations(declarations: string): readonly string[] {
    this.#set(TOOLS, WORLD + declarations);
    this.#set(PROGRAM, '');
    const found = [...this.#service.getSyntacticDiagnostics(TOOLS), ...this.#service.getSemanticDiagnostics(TOOLS)];
    return found.map(({ messageText }) => this.#compiler.flattenDiagnosticMessageText(messageText, '\n'));
  }

  #refuse(errors: readonly ts.Diagnostic[], code: string, offset: number): CheckedProgram {
    const shown = errors.slice(0, MAX_PROBLEMS).map((error) => describeProblem(this.#compiler, error, code, offset));
    const rest = errors.length > MAX_PROBLEMS ? [`… and ${errors.length - MAX_PROBLEMS} more errors.`] : [];
    return refusal([...shown, ...rest].join('\n\n'));
  }

  #set(name: string, text: string): void {
    const before = this.#texts.get(name);
    if (before?.text !== text) this.#texts.set(name, { text, version: (before?.version ?? 0) + 1 });
  }

  /** The compiler sees its own libraries, the declarations and the program; no other file exists. */
  #host(): ts.LanguageServiceHost {
    const { sys, getDefaultLibFilePath, ScriptSnapshot } = this.#compiler;
    const library = getDefaultLibFilePath(this.#options).replace(/[^/\\]*$/, '');
    const isLibrary = (path: string): boolean => path.startsWith(library) && /^lib\.[\w.]+\.d\.ts$/.test(path.slice(library.length));
    const read = (path: string): string | undefined =>
      this.#texts.get(path)?.text ?? (isLibrary(path) ? sys.readFile(path) : undefined);
    return {
      getCompilationSettings: () => this.#options,
      getScriptFileNames: () => [TOOLS, PROGRAM],
      getScriptVersion: (path) => String(this.#texts.get(path)?.version ?? 1),
      getScriptSnapshot: (path) => {
        const text = read(path);
        return text === undefined ? undefined : ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => '/',
      getDefaultLibFileName: (options) => getDefaultLibFilePath(options),
      fileExists: (path) => this.#texts.has(path) || (isLibrary(path) && sys.fileExists(path)),
      readFile: read,
      directoryExists: () => false,
      getDirectories: () => [],
    };
  }
}

function refusal(problems: string): CheckedProgram {
  return { ok: false, problems };
}
