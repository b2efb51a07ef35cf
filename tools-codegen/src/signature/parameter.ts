import type { CodegenContext } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** A positional parameter of a tool. */
export interface Parameter {
  /** Absent for a destructured parameter. */
  readonly name: string | undefined;
  /** The parameter's index in `Parameters<…>`. */
  readonly index: number;
  readonly type: ts.Type;
  readonly at: ts.Node;
  readonly declaration: ts.ParameterDeclaration | undefined;
  readonly optional: boolean;
  /** Set if the parameter takes all further arguments: an `array` of any length, or a `tuple` or a union of tuples. */
  readonly rest: 'array' | 'tuple' | undefined;
  /** The `App` of a `ToolContext<App>`, which the registry passes; undefined for all other parameters. */
  readonly app: ts.Type | undefined;
}

export function readParameters(
  signature: ts.Signature,
  at: ts.Node,
  { compiler: { ts, checker }, library }: CodegenContext,
): Parameter[] {
  return signature.getParameters().map((symbol, index): Parameter => {
    const type = checker.getTypeOfSymbol(symbol);
    const declared = symbol.valueDeclaration;
    const declaration = declared !== undefined && ts.isParameter(declared) ? declared : undefined;
    const spread = declaration?.dotDotDotToken !== undefined;
    const array = checker.isArrayType(type);
    return {
      name: declaration === undefined || ts.isIdentifier(declaration.name) ? symbol.name : undefined,
      index,
      type,
      at: declaration ?? at,
      declaration,
      optional: spread ? array || mayBeEmpty(type, checker) : isOptional(declaration, type, ts),
      rest: spread ? (array ? 'array' : 'tuple') : undefined,
      app: library.appOfContext(type),
    };
  });
}

function isOptional(
  declaration: ts.ParameterDeclaration | undefined,
  type: ts.Type,
  { TypeFlags }: CodegenContext['compiler']['ts'],
): boolean {
  if (declaration?.questionToken !== undefined || declaration?.initializer !== undefined) return true;
  return type.isUnion() && type.types.some(({ flags }) => flags & TypeFlags.Undefined);
}

function mayBeEmpty(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.isUnion()) return type.types.some((member) => mayBeEmpty(member, checker));
  // `isTupleType` means that the type is a reference to a tuple.
  return checker.isTupleType(type) ? (type as ts.TupleTypeReference).target.minLength === 0 : true;
}
