import type { JsonSchema } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import type { SchemaEmitter } from '../emit/schema.js';
import type { TypeNode } from '../ir.js';
import type { Lowering } from '../lower/lowering.js';

export interface OutputOptions {
  readonly lowering: Lowering;
  readonly schemas: SchemaEmitter;
  readonly context: CodegenContext;
}

export interface ToolOutput {
  readonly schema: JsonSchema;
  readonly node: TypeNode;
}

/**
 * The schema of a result: what a promise resolves to, what a generator returns. None for `void` and `never`, and none where JSON
 * cannot carry it, which lowering reports as a warning.
 */
export function readOutput(
  signature: ts.Signature,
  at: ts.Node,
  description: string | undefined,
  { lowering, schemas, context }: OutputOptions,
): ToolOutput | undefined {
  const { ts } = context.compiler;
  const type = resultType(signature.getReturnType(), context);
  if (type.flags & (ts.TypeFlags.VoidLike | ts.TypeFlags.Never)) return undefined;
  const node = lowering.lowerType(type, signature.getDeclaration() ?? at, 'output');
  if (node === undefined) return undefined;
  const schema = schemas.emit(node);
  return {
    schema: description === undefined ? schema : schemas.origins.extend(schema, { description }),
    node,
  };
}

function resultType(type: ts.Type, context: CodegenContext): ts.Type {
  const { checker } = context.compiler;
  const settled = checker.getAwaitedType(type) ?? type;
  if (!isGenerator(settled, context)) return settled;
  // The name and the home of its symbol say that it is a reference to Generator<Progress, Result, Next>.
  const [, result] = checker.getTypeArguments(settled as ts.TypeReference);
  return result === undefined ? settled : (checker.getAwaitedType(result) ?? result);
}

function isGenerator(type: ts.Type, { compiler: { program } }: CodegenContext): boolean {
  const symbol = type.getSymbol();
  if (symbol?.name !== 'Generator' && symbol?.name !== 'AsyncGenerator') return false;
  return (symbol.declarations ?? []).some((node) => program.isSourceFileDefaultLibrary(node.getSourceFile()));
}
