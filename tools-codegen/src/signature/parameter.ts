import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';

/** One positional parameter of a tool. */
export interface Parameter {
  /** Absent where it is destructured in place. */
  readonly name: string | undefined;
  /** Its place in `Parameters<…>`. */
  readonly index: number;
  readonly type: ts.Type;
  /** Where its type stands. */
  readonly at: ts.Node;
  readonly declaration: ts.ParameterDeclaration | undefined;
  readonly optional: boolean;
  /** Takes all arguments from here on: `type` is that of their `array`, of one `element`, or of a `choice` between lists. */
  readonly rest: 'array' | 'element' | 'choice' | undefined;
  /** A `ToolContext`, which the registry gives. */
  readonly context: boolean;
}

/** The parameters of a signature in order; a rest parameter whose type is a tuple counts as that many parameters. */
export function readParameters(signature: ts.Signature, at: ts.Node, context: CodegenContext): Parameter[] {
  return signature.getParameters().flatMap((symbol, index) => readParameter(symbol, index, at, context));
}

function readParameter(
  symbol: ts.Symbol,
  index: number,
  tool: ts.Node,
  context: CodegenContext,
): Parameter[] {
  const { ts, checker } = context.compiler;
  const type = checker.getTypeOfSymbol(symbol);
  const declared = symbol.valueDeclaration;
  const declaration = declared !== undefined && ts.isParameter(declared) ? declared : undefined;
  const at = declaration ?? tool;
  const rest = declaration?.dotDotDotToken !== undefined;
  if (rest && checker.isTupleType(type)) return tupleParameters(type, index, symbol.name, at, context);
  const parameter: Parameter = {
    name: declaration === undefined || ts.isIdentifier(declaration.name) ? symbol.name : undefined,
    index,
    type,
    at,
    declaration,
    optional: rest || isOptional(declaration, type, context),
    rest: rest ? (checker.isArrayType(type) ? 'array' : 'choice') : undefined,
    context: context.library.isToolContext(type),
  };
  return [parameter];
}

function isOptional(
  declaration: ts.ParameterDeclaration | undefined,
  type: ts.Type,
  { compiler: { ts } }: CodegenContext,
): boolean {
  if (declaration?.questionToken !== undefined || declaration?.initializer !== undefined) return true;
  return type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined);
}

/** `...args: [city: string, days?: number]` says the same as two parameters. */
function tupleParameters(
  type: ts.Type,
  start: number,
  name: string,
  at: ts.Node,
  { compiler: { ts, checker }, library }: CodegenContext,
): Parameter[] {
  // `isTupleType` was true: the type is a reference to a tuple.
  const tuple = type as ts.TupleTypeReference;
  const { elementFlags, labeledElementDeclarations: labels } = tuple.target;
  return checker.getTypeArguments(tuple).map((element, offset) => {
    const flags = elementFlags[offset] ?? ts.ElementFlags.Required;
    const label = labels?.[offset]?.name;
    const rest = (flags & ts.ElementFlags.Variable) !== 0;
    return {
      name: label !== undefined && ts.isIdentifier(label) ? label.text : `${name}_${offset}`,
      index: start + offset,
      type: element,
      at,
      declaration: undefined,
      optional: rest || (flags & ts.ElementFlags.Optional) !== 0,
      rest: rest ? 'element' : undefined,
      context: library.isToolContext(element),
    };
  });
}
