import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** Finds the property whose literal differs in every member of a union of objects. The union may also contain null. */
export function findDiscriminator(
  { ts, checker }: Compiler,
  members: readonly ts.Type[],
): string | undefined {
  const objects = members.filter((type) => (type.flags & ts.TypeFlags.Null) === 0);
  const [first, ...others] = objects;
  if (first === undefined || others.length === 0) return undefined;
  const isObject = ({ flags }: ts.Type): boolean =>
    (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  if (!objects.every(isObject)) return undefined;
  const candidates = first.getProperties().filter((property) => isLiteral(checker.getTypeOfSymbol(property)));
  return candidates.find(({ name }) => tellsApart(checker, objects, name))?.name;
}

function tellsApart(checker: ts.TypeChecker, objects: readonly ts.Type[], name: string): boolean {
  const types = objects.map((type) => {
    const property = type.getProperty(name);
    return property === undefined ? undefined : checker.getTypeOfSymbol(property);
  });
  return types.every((type) => type !== undefined && isLiteral(type)) && new Set(types).size === types.length;
}

function isLiteral(type: ts.Type): boolean {
  return type.isStringLiteral() || type.isNumberLiteral();
}
