import type { ts } from 'ts-morph';
import { unwrap, wrapped } from '../../compiler/unwrap.js';
import type { Analysis } from '../walk/analysis.js';
import { isWithin } from '../walk/positions.js';
import type { Search, Values } from './search.js';
import type { SettledWrites } from './settled-writes.js';
import { memberValue, staticName, type Write } from './written-values.js';

export type Literal = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression | ts.NewExpression;

/** What objects and lists hold that are written out. */
export interface ObjectValues {
  elementValues(list: ts.ArrayLiteralExpression, search: Search): Values;
  /** Members of objects that are put on top of each other: a later one of the same name replaces an earlier one. */
  layered(
    layers: readonly (ts.Expression | ts.ObjectLiteralElementLike)[],
    literal: ts.ObjectLiteralExpression | undefined,
    later: Set<string>,
    search: Search,
  ): Values;
  /** A member that is taken out of a value by its name. */
  pick(holder: ts.Expression, name: string, search: Search): Values;
  /** The variable or member that an expression is the value of. */
  placeOf(value: ts.Expression): ts.Declaration | undefined;
}

/** What object values ask of variables and lists. */
interface ObjectPorts {
  readonly settled: SettledWrites;
  readonly isRevealed: (value: ts.Expression) => boolean;
  /** What a name or a member stands for, as far as it is written. */
  readonly meaningOf: (holder: ts.Expression, search: Search) => Values;
  readonly amongElements: (lists: Values, search: Search) => Values;
  /** Reads what lies a level deeper, up to a limit. */
  readonly deeper: (read: () => Values) => Values;
}

export function createObjectValues(
  { compiler: { ts, checker }, symbolOf }: Analysis,
  { settled, isRevealed, meaningOf, amongElements, deeper }: ObjectPorts,
): ObjectValues {
  /** The variable or member that an expression is the value of. */
  const placeOf = (value: ts.Expression): ts.Declaration | undefined => {
    const outer = wrapped(value, ts);
    const { parent } = outer;
    if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)) return parent;
    if (ts.isPropertyAssignment(parent)) return parent;
    const isStored = ts.isBinaryExpression(parent) && parent.right === outer;
    return isStored ? symbolOf(unwrap(parent.left, ts))?.valueDeclaration : undefined;
  };

  /** What is written to a member of an object or a list after it was made. Nobody writes to one that is shown where it is made. */
  const laterWrites = (
    literal: Literal,
    name: string,
    member: ts.Node,
    { sink }: Search,
  ): readonly Write[] => {
    if (sink !== undefined && isWithin(literal, sink)) return [];
    const place = settled.to(placeOf(literal), name);
    if (!ts.isObjectLiteralExpression(literal)) return place;
    const key = ts.isObjectLiteralElement(member) ? member.name : undefined;
    const own = key && checker.getSymbolAtLocation(key);
    const declared = checker.getContextualType(literal)?.getProperty(name);
    const direct = [...settled.direct(own), ...(declared === own ? [] : settled.direct(declared))];
    return [...new Set([...place, ...direct])];
  };

  const memberValues = (
    literal: ts.ObjectLiteralExpression,
    member: ts.ObjectLiteralElementLike,
    search: Search,
  ): Values => {
    const value = memberValue(member, ts);
    if (value === undefined) return [];
    const name = staticName(member, ts);
    return name === undefined
      ? [value]
      : settled.settle([value], laterWrites(literal, name, member, search), search);
  };

  const elementValues = (list: ts.ArrayLiteralExpression, search: Search): Values =>
    list.elements.flatMap((one, index) =>
      settled.settle([one], laterWrites(list, String(index), one, search), search),
    );

  /** Members of objects that are put on top of each other: a later one of the same name replaces an earlier one. */
  const layered = (
    layers: readonly (ts.Expression | ts.ObjectLiteralElementLike)[],
    literal: ts.ObjectLiteralExpression | undefined,
    later: Set<string>,
    search: Search,
  ): Values => {
    const shown: ts.Expression[] = [];
    for (const layer of [...layers].reverse()) {
      if (ts.isSpreadAssignment(layer)) shown.push(...spreadValues(layer.expression, later, search));
      else if (!ts.isObjectLiteralElementLike(layer)) shown.push(...spreadValues(layer, later, search));
      else {
        const name = staticName(layer, ts);
        if (name !== undefined && later.has(name)) continue;
        if (literal !== undefined) shown.push(...memberValues(literal, layer, search));
        if (name !== undefined) later.add(name);
      }
    }
    return shown;
  };

  const spreadValues = (spread: ts.Expression, later: Set<string>, search: Search): Values => {
    const names = checker
      .getTypeAtLocation(spread)
      .getProperties()
      .map(({ name }) => name);
    const left = names.filter((name) => !later.has(name));
    if (left.length === names.length) {
      for (const name of names) later.add(name);
      return [spread];
    }
    const [value, ...more] = meaningOf(spread, search);
    if (value !== undefined && more.length === 0 && ts.isObjectLiteralExpression(value))
      return deeper(() => layered(value.properties, value, later, search));
    for (const name of left) later.add(name);
    return value !== undefined && isRevealed(value) && left.length > 0 ? [spread] : [];
  };

  const pick = (holder: ts.Expression, name: string, search: Search): Values => {
    const [value, ...more] = meaningOf(holder, search);
    if (value === undefined || more.length > 0 || name === 'length') return [];
    if (isRevealed(value)) return [unwrap(holder, ts)];
    if (ts.isArrayLiteralExpression(value)) return elementAt(value, name, search);
    return ts.isObjectLiteralExpression(value) ? deeper(() => pickMember(value, name, search)) : [];
  };

  const elementAt = (list: ts.ArrayLiteralExpression, name: string, search: Search): Values => {
    const before = list.elements.slice(0, Number(name) + 1);
    // The elements of another list have other numbers.
    if (before.some((one) => ts.isSpreadElement(one))) return amongElements([list], search);
    const one = before[Number(name)];
    return one === undefined ? [] : settled.settle([one], laterWrites(list, name, one, search), search);
  };

  const pickMember = (literal: ts.ObjectLiteralExpression, name: string, search: Search): Values => {
    for (const member of [...literal.properties].reverse()) {
      if (!ts.isSpreadAssignment(member)) {
        if (staticName(member, ts) === name) return memberValues(literal, member, search);
      } else if (checker.getTypeAtLocation(member.expression).getProperty(name) !== undefined)
        return pick(member.expression, name, search);
    }
    return [];
  };

  return { elementValues, layered, pick, placeOf };
}
