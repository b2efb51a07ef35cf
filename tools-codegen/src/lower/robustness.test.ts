import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Compiler, createCompilerHost } from '@toolwright/program/compiler';
import { createCollector } from '@toolwright/program/diagnostics';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ts } from 'ts-morph';
import { sharedFiles } from '../../../packages/program/src/testing/shared-files.js';
import { cases } from '../../../scripts/thorough.mjs';
import { findUnaccounted } from '../account/type-account.test.support.js';
import { emitSchema } from '../emit/schema.js';
import { createLowering } from './lowering.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Packages, each with the folder that depends on it, and its entry module if that is not the package itself. */
const PACKAGES: readonly (readonly [name: string, folder: string, entry?: string])[] = [
  ['typescript', '.'],
  ['@modelcontextprotocol/sdk', 'tools-codegen', 'server/mcp.js'],
  ['fast-check', '.'],
  ['ts-morph', 'tools-codegen'],
  ['ajv', 'tools-codegen'],
  ['zod', 'packages/core'],
  ['openai', 'packages/llm'],
  ['@anthropic-ai/sdk', 'packages/llm'],
  ['@google/genai', 'packages/llm'],
];
/** So many types of each package, evenly spread. */
const SAMPLE = cases(60, Number.POSITIVE_INFINITY);
/** For one type, on a busy machine. */
const PATIENCE_MS = 20_000;

const compiler = createPackageProgram();
const ajv = createAjv();
let schemas = 0;

describe('every exported type of a package has a valid schema or a coded diagnostic', () => {
  it.each(PACKAGES.map(([name]) => name))(
    '%s',
    (name) => {
      const types = exportedTypes(name);
      expect(types.length).toBeGreaterThan(20);
      const step = Math.max(1, types.length / SAMPLE);
      const sample = types.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
      expect(sample.flatMap((type) => findFault(type) ?? [])).toEqual([]);
    },
    cases(120_000, 3_600_000),
  );

  it('and many have a schema', () => {
    expect(schemas).toBeGreaterThan(100);
  });
});

/** The mistake in how a type was read, if there is one. */
function findFault({ symbol, declaration }: ExportedType): string | undefined {
  const start = performance.now();
  const collector = createCollector((file) => path.relative(root, file));
  const lowering = createLowering(compiler, collector.report);
  const place = `${symbol.name} in ${path.relative(root, declaration.getSourceFile().fileName)}`;
  try {
    const type = compiler.checker.getDeclaredTypeOfSymbol(symbol);
    const node = lowering.lowerType(type, declaration, 'input');
    if (node === undefined) {
      const errors = collector.diagnostics().filter(({ severity }) => severity === 'error');
      if (errors.length === 0) return `${place}: no schema, and nothing is said`;
    } else {
      const schema = emitSchema(node, lowering.definitions);
      ajv.compile(JSON.parse(JSON.stringify(schema)));
      schemas += 1;
      const messages = collector.diagnostics().map(({ message }) => message);
      const lost = findUnaccounted(compiler, type, schema, messages);
      if (lost.length > 0) return `${place}: neither in the schema nor in a message: ${lost.join(', ')}`;
    }
  } catch (error) {
    return `${place}: ${String(error).slice(0, 300)}`;
  }
  const took = performance.now() - start;
  return took > PATIENCE_MS ? `${place}: took ${Math.round(took)} ms` : undefined;
}

interface ExportedType {
  readonly symbol: ts.Symbol;
  readonly declaration: ts.Declaration;
}

/** Interfaces, aliases, classes and enums that any module of the package exports, including those in namespaces; each once. */
function exportedTypes(name: string): ExportedType[] {
  const { program, checker } = compiler;
  const found = new Map<ts.Symbol, ExportedType>();
  const visited = new Set<ts.Symbol>();
  const visit = (container: ts.Symbol): void => {
    if (visited.has(container)) return;
    visited.add(container);
    for (const exported of checker.getExportsOfModule(container)) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      const declaration = symbol.declarations?.find(isTypeDeclaration);
      if (declaration !== undefined && isOf(name, declaration)) found.set(symbol, { symbol, declaration });
      if (symbol.flags & ts.SymbolFlags.Namespace) visit(symbol);
    }
  };
  for (const file of program.getSourceFiles()) {
    const module = isOf(name, file) ? checker.getSymbolAtLocation(file) : undefined;
    if (module !== undefined) visit(module);
  }
  return [...found.values()];
}

function isTypeDeclaration(node: ts.Node): node is ts.Declaration {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isEnumDeclaration(node)
  );
}

function isOf(name: string, node: ts.Node): boolean {
  return node.getSourceFile().fileName.includes(`/node_modules/${name}/`);
}

/** A program that imports all packages from where they are installed. */
function createPackageProgram(): Compiler {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.esnext.disposable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules/@types')],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  const entries = PACKAGES.map(([name, folder, entry]) => {
    const from = path.join(root, folder, 'index.mts');
    const found = ts.resolveModuleName(
      entry === undefined ? name : `${name}/${entry}`,
      from,
      options,
      ts.sys,
      undefined,
      undefined,
      ts.ModuleKind.ESNext,
    );
    if (found.resolvedModule === undefined) throw new Error(`${name} is not installed.`);
    return found.resolvedModule.resolvedFileName;
  });
  const host = createCompilerHost(options, { output: '', ...sharedFiles('checks') });
  const program = ts.createProgram(entries, options, host);
  // Without the standard library, no array type would resolve and the test would prove nothing.
  const [missing] = program.getGlobalDiagnostics();
  if (missing !== undefined) throw new Error(ts.flattenDiagnosticMessageText(missing.messageText, '\n'));
  return { ts, program, checker: program.getTypeChecker() };
}

function createAjv(): Ajv2020 {
  // Tuples with optional elements cannot satisfy `strictTuples`; everything else is as strict as AJV can be. Its code is not run,
  // so it is made quickly rather than well.
  const strict = new Ajv2020({
    strict: true,
    strictTuples: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  addFormats.default(strict);
  return strict;
}
