import type { JsonSchema } from '@toolwright/contract';
import { type CodegenContext, holdsSecret, isReference } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { SchemaEmitter } from '../emit/schema.js';
import type { TypeNode } from '../ir/type-node.js';
import type { Lowering } from '../lower/lowering.js';

export interface OutputOptions {
  readonly lowering: Lowering;
  readonly schemas: SchemaEmitter;
  readonly context: CodegenContext;
}

export interface ToolOutput {
  /** Absent if readers of the JSON could not interpret it. */
  readonly schema: JsonSchema | undefined;
  /** The type that determines how the result is encoded. */
  readonly node: TypeNode;
}

/**
 * Returns the schema of a result: of a promise's value, or of a generator's return value. Undefined for `void`, `never` and content, and if
 * JSON cannot carry the result, which lowering reports as a warning.
 */
export function readOutput(
  signature: ts.Signature,
  at: ts.Node,
  description: string | undefined,
  { lowering, schemas, context }: OutputOptions,
): ToolOutput | undefined {
  const { ts } = context.compiler;
  const returned = signature.getReturnType();
  reportSecretProgress(returned, signature.getDeclaration() ?? at, context);
  const type = resultType(returned, context);
  if (type.flags & (ts.TypeFlags.VoidLike | ts.TypeFlags.Never)) return undefined;
  if (context.library.holdsContent(type)) return undefined;
  const written = signature.getDeclaration() ?? at;
  if (reportGenerator(returned, type, written, context)) return undefined;
  const node = lowering.lowerType(type, written, 'output');
  if (node === undefined) return undefined;
  if (!lowering.isReadable(node)) return { schema: undefined, node };
  const schema = schemas.emit(node);
  return {
    schema: description === undefined ? schema : schemas.origins.extend(schema, { description }),
    node,
  };
}

function resultType(type: ts.Type, context: CodegenContext): ts.Type {
  const value = settledType(type, context);
  if (!isLibraryType(value, GENERATORS, context)) return value;
  // The symbol's name and declaration show that it is a reference to Generator<Progress, Result, Next>.
  const [, result] = context.compiler.checker.getTypeArguments(value as ts.TypeReference);
  return result === undefined ? value : settledType(result, context);
}

/**
 * Reports a generator whose return type is unknown: it is `any` in `AsyncGenerator<string>`, and missing in `AsyncIterable<string>`.
 */
function reportGenerator(
  declared: ts.Type,
  result: ts.Type,
  node: ts.Node,
  context: CodegenContext,
): boolean {
  const { ts } = context.compiler;
  const isGenerator = isLibraryType(declared, GENERATORS, context);
  const isVague = isGenerator && (result.flags & ts.TypeFlags.Any) !== 0;
  const isIterator = isGeneratorFunction(node, ts) && isLibraryType(declared, ITERATORS, context);
  if (!isVague && !isIterator) return false;
  const kind = declared.symbol.name;
  const suggestion = kind.startsWith('Async') ? 'AsyncGenerator' : 'Generator';
  context.report({
    code: isVague ? 'TW2002' : 'TW2008',
    severity: 'warning',
    node,
    message: `The type \`${kind}\` of this generator does not say what it returns, so the tool has no output schema.`,
    hint: `Declare it as \`${suggestion}<Progress, Result>\`: yielded values are progress, and the returned value is the result. If it returns nothing, use \`${suggestion}<Progress, void>\`.`,
  });
  return true;
}

/** Reports secrets in the values that a generator yields as progress; these have no schema. */
function reportSecretProgress(returned: ts.Type, node: ts.Node, context: CodegenContext): void {
  if (!isLibraryType(returned, GENERATORS, context)) return;
  // The symbol's name and declaration show that it is a reference to Generator<Progress, Result, Next>.
  const [progress] = context.compiler.checker.getTypeArguments(returned as ts.TypeReference);
  if (progress === undefined || !holdsSecret(context.compiler, progress)) return;
  const { ts } = context.compiler;
  const place = ts.isFunctionLike(node) ? (node.type ?? ts.getNameOfDeclaration(node) ?? node) : node;
  const message =
    'This generator yields progress that contains a secret, which would be visible to observers of the run.';
  context.report({ code: 'TW2050', node: place, message });
}

function isGeneratorFunction(node: ts.Node, ts_: typeof ts): boolean {
  return ts_.isFunctionLike(node) && 'asteriskToken' in node && node.asteriskToken !== undefined;
}

const ITERATORS: ReadonlySet<string> = new Set(
  ['Iterable', 'Iterator', 'IterableIterator', 'IteratorObject'].flatMap((name) => [name, `Async${name}`]),
);
const PROMISES: ReadonlySet<string> = new Set(['Promise']);
const GENERATORS: ReadonlySet<string> = new Set(['Generator', 'AsyncGenerator']);

/** Returns the awaited type. For a plain promise, this is its type argument; the checker would examine all of the promise's methods. */
function settledType(type: ts.Type, context: CodegenContext): ts.Type {
  const { checker } = context.compiler;
  if (isLibraryType(type, PROMISES, context)) {
    // The symbol's name and declaration show that it is a reference.
    const [value] = checker.getTypeArguments(type as ts.TypeReference);
    if (value !== undefined && !mayBeThenable(value, context)) return value;
  }
  // Avoids the checker where possible, because it would compare the type with all primitive types.
  return mayBeThenable(type, context) ? (checker.getAwaitedType(type) ?? type) : type;
}

function mayBeThenable(type: ts.Type, context: CodegenContext): boolean {
  const { ts, checker } = context.compiler;
  if (type.isUnion()) return type.types.some((member) => mayBeThenable(member, context));
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Instantiable)) return true;
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return false;
  // An instance of a generic type has the members of its declaration, which the checker looks up once for all instances.
  const declared = isReference(ts, type) ? type.target : type;
  return checker.getPropertyOfType(declared, 'then') !== undefined;
}

function isLibraryType(
  type: ts.Type,
  names: ReadonlySet<string>,
  { compiler: { program } }: CodegenContext,
): boolean {
  const symbol = type.getSymbol();
  if (symbol === undefined || !names.has(symbol.name)) return false;
  return (symbol.declarations ?? []).some((node) => program.isSourceFileDefaultLibrary(node.getSourceFile()));
}
