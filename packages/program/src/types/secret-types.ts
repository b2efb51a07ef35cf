import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { isReference } from './type-kinds.js';

/**
 * The keys of the tags, declared in `@toolwright/redaction` and `@toolwright/contract`. Their names distinguish them from all other keys.
 */
const SECRET_KEY = '__@secretTag@';
const UNTRUSTED_KEY = '__@untrustedTag@';

/** Maximum depth of the search for a type inside another. */
const MAX_DEPTH = 8;

/** Whether a type is `Secret<T>`. */
export function isSecretType(type: ts.Type): boolean {
  return isTagged(type, 'Secret', SECRET_KEY);
}

/** Whether a type is the tag in `Untrusted<T>`, which no value has. */
export function isUntrustedTag(type: ts.Type): boolean {
  return isTagged(type, 'UntrustedTag', UNTRUSTED_KEY);
}

/** Returns the `T` of a type written as `Untrusted<T>`. */
export function untrustedValue(type: ts.Type): ts.Type | undefined {
  const isUntrusted = type.isUnion() && isUntrustedAlias(type.aliasSymbol) && type.types.some(isUntrustedTag);
  return isUntrusted ? type.aliasTypeArguments?.[0] : undefined;
}

/** Whether a symbol is the alias `Untrusted`, whose comment is meant for users of the library, not for models. */
export function isUntrustedAlias(symbol: ts.Symbol | undefined): boolean {
  if (symbol?.name !== 'Untrusted') return false;
  const [declaration] = symbol.declarations ?? [];
  return declaration?.getText().includes('UntrustedTag') === true;
}

export function holdsSecret(compiler: Compiler, type: ts.Type): boolean {
  return holdsType(compiler, type, isSecretType);
}

/** Whether the data of a type contains something `Untrusted`. */
export function holdsUntrusted(compiler: Compiler, type: ts.Type): boolean {
  return holdsType(compiler, type, isUntrustedTag);
}

/** Whether the data of a type contains another type, as a member, an element, a type argument or a union member. */
function holdsType({ ts, checker }: Compiler, type: ts.Type, isWanted: (type: ts.Type) => boolean): boolean {
  const seen = new Set<ts.Type>();
  const holds = (part: ts.Type, depth: number): boolean => {
    if (part.isUnionOrIntersection()) return isWanted(part) || part.types.some((one) => holds(one, depth));
    if (depth === 0 || seen.has(part) || (part.flags & ts.TypeFlags.Object) === 0) return false;
    seen.add(part);
    if (isWanted(part)) return true;
    if (isReference(ts, part) && checker.getTypeArguments(part).some((one) => holds(one, depth - 1)))
      return true;
    if (checker.isArrayType(part) || checker.isTupleType(part)) return false;
    if (checker.getIndexInfosOfType(part).some((info) => holds(info.type, depth - 1))) return true;
    const data = part.getProperties().filter(({ flags }) => (flags & ts.SymbolFlags.Property) !== 0);
    return data.some((member) => holds(checker.getTypeOfSymbol(member), depth - 1));
  };
  return holds(type, MAX_DEPTH);
}

function isTagged(type: ts.Type, name: string, key: string): boolean {
  if (type.isIntersection()) return type.types.some((part) => isTagged(part, name, key));
  // An anonymous type has no symbol, although the TypeScript types promise one.
  const symbol: ts.Symbol | undefined = type.symbol;
  if (symbol?.name !== name) return false;
  return type.getProperties().some((property) => String(property.escapedName).startsWith(key));
}
