import type { CodegenContext, ToolSite } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** What the types of a tool say about its data. */
export interface TypeTraits {
  /** Whether it gives anything back, as a result or as progress. */
  readonly givesResult: boolean;
  /** Whether its result is typed as `Untrusted`, or has a part that is. */
  readonly isUntrusted: boolean;
  /** Whether the app's context that it gets holds a `Secret`. */
  readonly takesSecret: boolean;
}

/** How deep parts of a type are looked at. */
const MAX_DEPTH = 4;

export function readTypeTraits(
  { signature }: Pick<ToolSite, 'signature'>,
  context: CodegenContext,
): TypeTraits {
  const { compiler, library } = context;
  const { ts, checker } = compiler;
  const result = checker.getReturnTypeOfSignature(signature);
  const value = checker.getAwaitedType(result) ?? result;
  const apps = signature.parameters.flatMap((parameter) => {
    const app = library.appOfContext(checker.getTypeOfSymbol(parameter));
    return app === undefined ? [] : [app];
  });
  return {
    givesResult: (value.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never)) === 0,
    isUntrusted: holdsNamed(value, ['Untrusted', 'UntrustedTag'], context),
    takesSecret: apps.some((app) => holdsNamed(app, ['Secret'], context)),
  };
}

/** Whether a type, or a part of it, is one that Toolwright declares under a name. */
function holdsNamed(
  type: ts.Type,
  names: readonly string[],
  { compiler: { ts, checker }, library }: CodegenContext,
): boolean {
  const seen = new Set<ts.Type>();
  const isNamed = (symbol: ts.Symbol | undefined): boolean =>
    symbol !== undefined && names.includes(symbol.name) && library.isNamed(symbol, symbol.name);
  const holds = (one: ts.Type, depth: number): boolean => {
    if (isNamed(one.aliasSymbol) || isNamed(one.getSymbol())) return true;
    if (seen.has(one) || depth === 0) return false;
    seen.add(one);
    if (one.isUnionOrIntersection()) return one.types.some((part) => holds(part, depth));
    if ((one.flags & ts.TypeFlags.Object) === 0) return false;
    const elements = checker.getIndexInfosOfType(one).map((info) => info.type);
    const isReference = 'objectFlags' in one && (Number(one.objectFlags) & ts.ObjectFlags.Reference) !== 0;
    // The flag says that it is one.
    if (isReference) elements.push(...checker.getTypeArguments(one as ts.TypeReference));
    const isList = checker.isArrayType(one) || checker.isTupleType(one);
    const members = isList || one.getCallSignatures().length > 0 ? [] : checker.getPropertiesOfType(one);
    return (
      elements.some((part) => holds(part, depth - 1)) ||
      members.some((member) => holds(checker.getTypeOfSymbol(member), depth - 1))
    );
  };
  return holds(type, MAX_DEPTH);
}
