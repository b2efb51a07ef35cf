import { fileURLToPath } from 'node:url';
import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { createCompilerHost } from '@toolwright/program/compiler';
import type { DiagnosticCode, NodeFinding } from '@toolwright/program/diagnostics';
import { ts } from 'ts-morph';
import { sharedFiles } from '../../../packages/program/src/testing/shared-files.js';
import { findUnaccounted } from '../account/type-account.test.support.js';
import { emitSchema } from '../emit/schema.js';
import { createLowering } from './lowering.js';

const specifier = '@modelcontextprotocol/sdk/spec.types.js';
/** A module that exists only as text: it resolves the package like any module here. */
const importer = fileURLToPath(new URL('./mcp-importer.ts', import.meta.url));

export interface SpecType {
  readonly name: string;
  readonly schema: JsonSchema | undefined;
  readonly codes: readonly DiagnosticCode[];
  /** Members and branches of which nothing tells. */
  readonly unaccounted: readonly string[];
}

/** Every type that the protocol's TypeScript schema exports, lowered separately. */
export function readSpecTypes(): readonly SpecType[] {
  const program = createProgram(`export type * from '${specifier}';`);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(importer);
  const module = source && checker.getSymbolAtLocation(source);
  const exported = module === undefined ? [] : checker.getExportsOfModule(module);
  return exported.flatMap((alias): SpecType[] => {
    const symbol = (alias.flags & ts.SymbolFlags.Alias) === 0 ? alias : checker.getAliasedSymbol(alias);
    const declaration = symbol.declarations?.find(
      (each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each),
    );
    if (declaration === undefined) return [];
    const found: NodeFinding[] = [];
    const compiler = { ts, program, checker };
    const lowering = createLowering(compiler, (finding) => found.push(finding));
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const node = lowering.lowerType(type, declaration, 'input');
    const schema = node && emitSchema(node, lowering.definitions);
    const messages = found.map(({ message }) => message);
    const unaccounted = schema === undefined ? [] : findUnaccounted(compiler, type, schema, messages);
    return [{ name: symbol.name, schema, codes: found.map(({ code }) => code), unaccounted }];
  });
}

/** For each value, whether the compiler accepts it for the type. */
export function judgeByCompiler(
  probes: readonly { readonly type: string; readonly value: JsonValue }[],
): readonly boolean[] {
  const lines = probes.map(
    ({ type, value }, index) => `const value${index}: Spec.${type} = ${JSON.stringify(value)};`,
  );
  const program = createProgram([`import type * as Spec from '${specifier}';`, ...lines].join('\n'));
  const source = program.getSourceFile(importer);
  if (source === undefined) throw new Error('The values were not read.');
  const errors = program.getSemanticDiagnostics(source);
  const refused = new Set(
    errors.map(({ start = 0 }) => source.getLineAndCharacterOfPosition(start).line - 1),
  );
  return probes.map((_, index) => !refused.has(index));
}

function createProgram(text: string): ts.Program {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  const disk = createCompilerHost(options, { output: '', ...sharedFiles('checks') });
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (file) => file === importer || disk.fileExists(file),
    readFile: (file) => (file === importer ? text : disk.readFile(file)),
    getSourceFile: (file, version, onError, fresh) =>
      file === importer
        ? ts.createSourceFile(file, text, version)
        : disk.getSourceFile(file, version, onError, fresh),
  };
  return ts.createProgram([importer], options, host);
}
