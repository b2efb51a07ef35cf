import type { JsonSchema } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import type { Lowering } from '../lower/lowering.js';
import type { Emit } from './emitter.js';

export interface OutputOptions {
  readonly lowering: Lowering;
  readonly emit: Emit;
  readonly context: CodegenContext;
}

/**
 * The schema of a result: what a promise resolves to, what a generator returns. None for `void` and `never`, and none where JSON
 * cannot carry it, which lowering reports as a warning.
 */
export function readOutput(
  signature: ts.Signature,
  at: ts.Node,
  description: string | undefined,
  { lowering, emit, context }: OutputOptions,
): JsonSchema | undefined {
  const { ts } = context.compiler;
  const type = resultType(signature.getReturnType(), context);
  if (type.flags & (ts.TypeFlags.VoidLike | ts.TypeFlags.Never)) return undefined;
  const node = lowering.lowerType(type, signature.getDeclaration() ?? at, 'output');
  if (node === undefined) return undefined;
  const schema = emit(node);
  return description === undefined ? schema : { ...schema, description };
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
