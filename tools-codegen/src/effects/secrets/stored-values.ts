import type { ts } from 'ts-morph';
import { unwrap } from '../../compiler/unwrap.js';
import type { Analysis } from '../walk/analysis.js';
import { isWithin, scopeOf } from '../walk/positions.js';
import { resultsOf } from './handed-values.js';
import { createObjectValues, type Literal } from './object-values.js';
import type { Search, Values } from './search.js';
import { settleWrites } from './settled-writes.js';
import { ANY_MEMBER, accessedName, entryName } from './written-values.js';

/** How many members of members, and spreads of spreads, are followed. */
const MAX_DEPTH = 16;

/** What variables, members, lists and maps of the program hold. Each method gives values of which one that is a secret is certain to be shown. */
export interface StoredValues {
  /** What a variable holds. */
  inVariable(name: ts.Identifier, search: Search): Values;
  /** What a member or an element is: `this.key`, `keys[0]`, `keys[index]`. */
  inMember(access: ts.PropertyAccessExpression | ts.ElementAccessExpression, search: Search): Values;
  /** `keys.get('name')`. */
  inEntry(holder: ts.Expression, key: ts.Expression, search: Search): Values;
  /** All that an object, a list or a collection holds that is written out. */
  inLiteral(literal: Literal, search: Search): Values;
  /** What `Object.assign({}, a, b)` makes of its arguments. */
  inLayers(layers: Values, search: Search): Values;
  /** Any of the elements of lists. */
  amongElements(lists: Values, search: Search): Values;
  /** A member that is taken out of a value by its name. */
  pick(holder: ts.Expression, name: string, search: Search): Values;
  /** What a setter gets. */
  givenToSetter(setter: ts.SetAccessorDeclaration, search: Search): Values;
}

interface Entry {
  readonly key: ts.Expression;
  readonly value: ts.Expression;
}

export function createStoredValues(
  analysis: Analysis,
  files: readonly ts.SourceFile[],
  isRevealed: (value: ts.Expression) => boolean,
): StoredValues {
  const { compiler, symbolOf } = analysis;
  const { ts } = compiler;
  let depth = 0;
  /** Chains of members are as long as the program likes. */
  const deeper = (read: () => Values): Values => {
    if (depth >= MAX_DEPTH) return [];
    depth += 1;
    const values = read();
    depth -= 1;
    return values;
  };

  const sure = (values: Values, search: Search): Values =>
    values.length > 0 && values.every((one) => search.shows(one)) ? values : [];

  /** What a name or a member stands for, as far as it is written. */
  const meaningOf = (holder: ts.Expression, search: Search): Values => {
    const base = unwrap(holder, ts);
    const values = deeper(() => {
      if (ts.isIdentifier(base)) return variableValues(base, search);
      return ts.isPropertyAccessExpression(base) || ts.isElementAccessExpression(base)
        ? inMember(base, search)
        : [];
    });
    return (values.length === 0 ? [base] : values).map((one) => unwrap(one, ts));
  };

  const settled = settleWrites(analysis, files, (holder, name, search) => pick(holder, name, search));
  const { elementValues, layered, pick, placeOf } = createObjectValues(analysis, {
    settled,
    isRevealed,
    meaningOf,
    amongElements: (lists, search) => amongElements(lists, search),
    deeper,
  });

  /** What a variable is given, without its members. */
  const variableValues = (name: ts.Identifier, search: Search): Values => {
    const declared = symbolOf(name)?.valueDeclaration;
    if (declared === undefined) return [];
    if (ts.isBindingElement(declared)) return boundTo(declared, search);
    if (!ts.isVariableDeclaration(declared)) return [];
    const { initializer } = declared;
    const writes = settled.near(name).filter(({ target }) => !isLater(target, name, declared, ts));
    return settled.settle(initializer === undefined ? [] : [initializer], writes, search);
  };

  /** What is put into a holder under names. */
  const putInto = (declared: ts.Declaration, search: Search): Values => {
    const byMember = settled.of(declared);
    const any = byMember.get(ANY_MEMBER) ?? [];
    if (any.length > 0 && settled.settle([], any, search).length === 0) return [];
    return [...byMember].flatMap(([member, writes]) =>
      member === undefined ? [] : settled.settle([], writes, search),
    );
  };

  const inVariable = (name: ts.Identifier, search: Search): Values => {
    const declared = symbolOf(name)?.valueDeclaration;
    if (declared === undefined) return [];
    return [...variableValues(name, search), ...putInto(declared, search)];
  };

  /** `const [key] = [reveal(token)]`, `const { headers: { auth } } = request`. */
  const boundTo = (bound: ts.BindingElement, search: Search): Values => {
    const path: string[] = [];
    let holder: ts.Node = bound;
    for (; ts.isBindingElement(holder); holder = holder.parent.parent) {
      const { parent, propertyName, name, dotDotDotToken } = holder;
      const isObject = ts.isObjectBindingPattern(parent);
      if (isObject && dotDotDotToken !== undefined) return [];
      path.unshift(isObject ? unquoted(propertyName ?? name, ts) : String(parent.elements.indexOf(holder)));
    }
    const values = ts.isParameter(holder)
      ? search.given(holder)
      : ts.isVariableDeclaration(holder) && holder.initializer !== undefined
        ? [holder.initializer]
        : [];
    const picked = path.reduce<Values>(
      (held, name) => held.flatMap((one) => pick(one, name, search)),
      values,
    );
    const later = ts.isIdentifier(bound.name) ? settled.direct(symbolOf(bound.name)) : [];
    return settled.settle(picked, later, search);
  };

  const inMember = (
    access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
    search: Search,
  ): Values => {
    const { expression } = access;
    const name = accessedName(access, ts);
    if (name === undefined || name === ANY_MEMBER) return amongElements([expression], search);
    const symbol = symbolOf(access);
    const declared = symbol?.valueDeclaration;
    const isOwn = declared !== undefined && analysis.isOwn(declared.getSourceFile());
    if (isOwn && ts.isGetAccessor(declared)) return resultsOf(declared, ts);
    const initial = [...pick(expression, name, search), ...(isOwn ? declaredValues(declared, search) : [])];
    const holder = symbolOf(unwrap(expression, ts))?.valueDeclaration;
    const writes = new Set([...settled.to(holder, name), ...(isOwn ? settled.direct(symbol) : [])]);
    const values = settled.settle(initial, [...writes], search);
    const held = isOwn ? putInto(declared, search) : [];
    if (values.length + held.length > 0 || writes.size > 0) return [...values, ...held];
    return ts.isElementAccessExpression(access) ? amongElements([expression], search) : [];
  };

  /** What a field starts with. */
  const declaredValues = (declared: ts.Declaration, search: Search): Values => {
    if (ts.isParameter(declared)) return search.given(declared);
    return ts.isPropertyDeclaration(declared) && declared.initializer !== undefined
      ? [declared.initializer]
      : [];
  };

  const amongElements = (lists: Values, search: Search): Values => {
    const elements: ts.Expression[] = [];
    const seen = new Set<ts.Node>();
    const open = [...lists];
    for (const list of open) {
      const base = unwrap(list, ts);
      if (seen.has(base)) continue;
      seen.add(base);
      if (ts.isArrayLiteralExpression(base))
        for (const one of elementValues(base, search))
          if (ts.isSpreadElement(one)) open.push(one.expression);
          else elements.push(one);
      else if (ts.isObjectLiteralExpression(base)) elements.push(...inLiteral(base, search));
      else if (ts.isNewExpression(base) && isCollection(base)) open.push(...(base.arguments ?? []));
      else if (ts.isIdentifier(base)) {
        const stored = inVariable(base, search);
        if (stored.length === 0) elements.push(base);
        open.push(...stored);
      } else elements.push(base);
    }
    return sure(elements, search);
  };

  const inEntry = (holder: ts.Expression, key: ts.Expression, search: Search): Values => {
    const declared = symbolOf(unwrap(holder, ts))?.valueDeclaration;
    if (declared === undefined) return [];
    const name = entryName(key);
    const made = entriesOf(holder, declared, search);
    const initial = made.filter((entry) => entryName(entry.key) === name).map(({ value }) => value);
    const writes = settled.to(declared, name);
    if (initial.length + writes.length > 0) return settled.settle(initial, writes, search);
    const set = [...settled.of(declared)].filter(([member]) => member?.startsWith('entry '));
    const later = set.flatMap(([, all]) => all.flatMap((one) => settled.valuesOf(one, search)));
    return sure([...made.map(({ value }) => value), ...later], search);
  };

  /** `new Map([['api', reveal(token)]])`. */
  const entriesOf = (holder: ts.Expression, declared: ts.Declaration, search: Search): readonly Entry[] => {
    const initial = ts.isPropertyDeclaration(declared) ? declared.initializer : undefined;
    const [made] = initial === undefined ? meaningOf(holder, search) : [unwrap(initial, ts)];
    const list = made && ts.isNewExpression(made) && isCollection(made) ? made.arguments?.[0] : undefined;
    const pairs = list !== undefined && ts.isArrayLiteralExpression(list) ? list.elements : [];
    return pairs.flatMap((pair) => {
      const [key, value] = ts.isArrayLiteralExpression(pair) ? pair.elements : [];
      return key === undefined || value === undefined ? [] : [{ key, value }];
    });
  };

  const isCollection = ({ expression }: ts.NewExpression): boolean =>
    /^(?:Set|Map|Array)$/.test(expression.getText());

  const inLiteral = (literal: Literal, search: Search): Values => {
    if (ts.isArrayLiteralExpression(literal)) return elementValues(literal, search);
    if (ts.isObjectLiteralExpression(literal)) return layered(literal.properties, literal, new Set(), search);
    const place = placeOf(literal);
    const writes = place === undefined ? [] : [...settled.of(place).values()].flat();
    const isEmptied = writes.some(({ value }) => value === undefined);
    return isCollection(literal) && !isEmptied ? (literal.arguments ?? []) : [];
  };

  return {
    inVariable,
    inMember,
    inEntry,
    inLiteral,
    inLayers: (layers, search) => layered(layers, undefined, new Set(), search),
    amongElements,
    pick,
    givenToSetter: (setter, search) => {
      const given = settled.direct(symbolOf(setter.name)).map((write) => settled.valuesOf(write, search));
      const isShownHere = search.sink !== undefined && isWithin(search.sink, setter);
      return isShownHere || given.every((values) => values.some(search.shows)) ? given.flat() : [];
    },
  };
}

/** Whether a variable of a function is only written after it was used. */
function isLater(written: ts.Node, used: ts.Node, declared: ts.VariableDeclaration, ts_: typeof ts): boolean {
  if (written.pos < used.end || written.getSourceFile() !== used.getSourceFile()) return false;
  const scope = scopeOf(used, ts_);
  if (scopeOf(written, ts_) !== scope || scopeOf(declared, ts_) !== scope) return false;
  for (let outer = used.parent; outer !== scope; outer = outer.parent)
    if (ts_.isIterationStatement(outer, false)) return false;
  return true;
}

/** The name of a member in a pattern. */
function unquoted(name: ts.Node, ts_: typeof ts): string {
  return ts_.isStringLiteralLike(name) ? name.text : name.getText();
}
