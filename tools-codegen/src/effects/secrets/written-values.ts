import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';
import { unwrap } from '../../compiler/unwrap.js';
import { resolveByName } from '../sources/implementations.js';
import { addTo, isAssignment } from '../sources/source-index.js';
import { walkNodes } from '../sources/walk-nodes.js';
import { functionAt } from './handed-values.js';

/** What is written to a variable or a member, or to a member of it, after its declaration. */
export interface Write {
  /** The name of the member of it that is written, {@link ANY_MEMBER} if it is computed; undefined: the value as a whole. */
  readonly member: string | undefined;
  /** Undefined for `delete`, and where nothing certain is written. */
  readonly value: WrittenValue | undefined;
  /** Whether it also keeps what it had: `text += key`, `keys.push(key)`. */
  readonly keeps: boolean;
  /** Where it is written. */
  readonly target: ts.Expression;
}

/** A value, or what is found in it under names, one after another: `a`, `b` in `({ a: { b: key } } = from)`. */
export interface WrittenValue {
  readonly from: ts.Expression;
  readonly path: readonly string[];
}

export const ANY_MEMBER = '*';

/** The name of an entry of a map, which is no member of it. */
export function entryName(key: ts.Expression): string {
  return `entry ${key.getText()}`;
}

/** Methods of collections that add their arguments. */
const ADDING: ReadonlySet<string> = new Set(['add', 'push', 'unshift', 'splice']);

/** What the program writes to what a declaration declares, by the member that is written. */
export type WritesOf = (declaration: ts.Declaration) => ReadonlyMap<Write['member'], readonly Write[]>;

export function indexWrites(
  files: readonly ts.SourceFile[],
  { ts }: Compiler,
  symbolOf: (node: ts.Node) => ts.Symbol | undefined,
): WritesOf {
  const byName = new Map<string, Write[]>();
  /** Variables that are handed to a function, by name. */
  const handed = new Map<string, Handed[]>();
  const put = (
    of: ts.Expression,
    member: string | undefined,
    value: WrittenValue | undefined,
    keeps: boolean,
  ): void => {
    const target = unwrap(of, ts);
    const name = ts.isIdentifier(target) ? target.text : accessedName(target, ts);
    if (name !== undefined && name !== ANY_MEMBER) addTo(byName, name, { target, member, value, keeps });
  };
  const write = (of: ts.Expression, value: WrittenValue | undefined, keeps = false): void => {
    put(of, undefined, value, keeps);
    const target = unwrap(of, ts);
    const name = accessedName(target, ts);
    // A new length removes elements.
    const member = name === 'length' ? ANY_MEMBER : name;
    if (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target))
      put(target.expression, member, value, keeps);
  };
  const writeAll = (pattern: ts.Expression, from: ts.Expression | undefined): void => {
    for (const { target, path } of targetsOf(pattern, ts)) write(target, from && path && { from, path });
  };
  const writeByCall = (holder: ts.Expression, method: string, args: readonly ts.Expression[]): void => {
    const [first, ...rest] = args;
    const second = rest[0];
    if (method === 'clear') put(holder, ANY_MEMBER, undefined, false);
    if (first === undefined) return;
    if (method === 'delete') put(holder, entryName(first), undefined, false);
    else if (method === 'set' && second !== undefined) put(holder, entryName(first), whole(second), false);
    else if (method === 'fill') put(holder, ANY_MEMBER, whole(first), false);
    else if (method === 'assign') for (const source of rest) assign(first, unwrap(source, ts));
    else if (ADDING.has(method)) for (const added of args) put(holder, undefined, whole(added), true);
  };
  /** `Object.assign(target, source)`. */
  const assign = (target: ts.Expression, source: ts.Expression): void => {
    if (!ts.isObjectLiteralExpression(source)) {
      put(target, ANY_MEMBER, whole(source), false);
      return;
    }
    for (const one of source.properties) {
      const value = memberValue(one, ts);
      if (value !== undefined) put(target, staticName(one, ts) ?? ANY_MEMBER, whole(value), false);
    }
  };
  walkNodes(ts, files, (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return false;
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind, ts)) {
      if (node.operatorToken.kind === ts.SyntaxKind.EqualsToken) writeAll(node.left, node.right);
      else write(node.left, whole(node.right), true);
    } else if (ts.isDeleteExpression(node)) write(node.expression, undefined);
    else if (ts.isForOfStatement(node) && !ts.isVariableDeclarationList(node.initializer)) {
      if (isPattern(node.initializer, ts)) writeAll(node.initializer, undefined);
      else write(node.initializer, whole(node.expression));
    } else if (ts.isCallExpression(node)) {
      const { expression: callee, arguments: args } = node;
      for (const [index, target] of args.entries())
        if (ts.isIdentifier(target)) addTo(handed, target.text, { target, callee, index });
      if (ts.isPropertyAccessExpression(callee)) writeByCall(callee.expression, callee.name.text, args);
    }
    return true;
  });
  const find = resolveByName(byName, ({ target }) => target, symbolOf);
  const findHanded = resolveByName(handed, ({ target }) => target, symbolOf);
  const writesTo = (declaration: ts.Declaration): readonly Write[] => {
    const name = ts.getNameOfDeclaration(declaration);
    return name !== undefined && 'text' in name ? find(String(name.text), declaration) : [];
  };
  /** What functions write to members of an object that they are handed: `redact(login)`. */
  const writesWithin = (declaration: ts.Declaration): readonly Write[] => {
    const name = ts.getNameOfDeclaration(declaration);
    if (name === undefined || !ts.isIdentifier(name)) return [];
    const parameters = findHanded(name.text, declaration).flatMap(
      ({ callee, index }) => functionAt(symbolOf(callee)?.valueDeclaration, ts)?.parameters[index] ?? [],
    );
    return [...new Set(parameters)].flatMap((one) =>
      writesTo(one).filter(({ member }) => member !== undefined),
    );
  };
  const known = new Map<ts.Declaration, Map<Write['member'], Write[]>>();
  return (declaration) => {
    const before = known.get(declaration);
    if (before !== undefined) return before;
    const byMember = new Map<Write['member'], Write[]>();
    known.set(declaration, byMember);
    for (const one of [...writesTo(declaration), ...writesWithin(declaration)])
      addTo(byMember, one.member, one);
    return byMember;
  };
}

/** A variable in the arguments of a call. */
interface Handed {
  readonly target: ts.Identifier;
  readonly callee: ts.Expression;
  readonly index: number;
}

function whole(from: ts.Expression): WrittenValue {
  return { from, path: [] };
}

/** The variables and members that an assignment writes. One that gets the rest of a value has no path. */
function targetsOf(
  pattern: ts.Expression,
  ts_: typeof ts,
): { readonly target: ts.Expression; readonly path: readonly string[] | undefined }[] {
  const found: { readonly target: ts.Expression; readonly path: readonly string[] | undefined }[] = [];
  const open = [{ target: pattern, path: [] as readonly string[] | undefined }]; // else the type is that of an empty list
  for (const { target: given, path } of open) {
    const target = withoutDefault(unwrap(given, ts_), ts_);
    const below = (name: string | undefined): readonly string[] | undefined =>
      path && name !== undefined ? [...path, name] : undefined;
    if (ts_.isArrayLiteralExpression(target)) {
      for (const [index, one] of target.elements.entries())
        if (ts_.isSpreadElement(one)) open.push({ target: one.expression, path: undefined });
        else open.push({ target: one, path: below(String(index)) });
    } else if (ts_.isObjectLiteralExpression(target)) {
      for (const one of target.properties) {
        const value = memberValue(one, ts_);
        if (value !== undefined) open.push({ target: value, path: below(staticName(one, ts_)) });
      }
    } else found.push({ target, path });
  }
  return found;
}

function isPattern(node: ts.Node, ts_: typeof ts): boolean {
  return ts_.isArrayLiteralExpression(node) || ts_.isObjectLiteralExpression(node);
}

/** `key` in `[key = ''] = keys`. */
function withoutDefault(target: ts.Expression, ts_: typeof ts): ts.Expression {
  const hasDefault =
    ts_.isBinaryExpression(target) && target.operatorToken.kind === ts_.SyntaxKind.EqualsToken;
  return hasDefault ? unwrap(target.left, ts_) : target;
}

/** The value of a member of an object that is written out, or what it spreads. */
export function memberValue(member: ts.ObjectLiteralElementLike, ts_: typeof ts): ts.Expression | undefined {
  if (ts_.isPropertyAssignment(member)) return member.initializer;
  if (ts_.isSpreadAssignment(member)) return member.expression;
  return ts_.isShorthandPropertyAssignment(member) ? member.name : undefined;
}

/** The name of a member of an object; undefined if it is computed, and for a spread. */
export function staticName(
  { name }: { readonly name?: ts.PropertyName | undefined },
  ts_: typeof ts,
): string | undefined {
  if (name === undefined) return undefined;
  if (!ts_.isComputedPropertyName(name)) return name.text;
  return ts_.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
}

/** The name of the member that an expression accesses, {@link ANY_MEMBER} if it is computed; undefined for other expressions. */
export function accessedName(access: ts.Expression, ts_: typeof ts): string | undefined {
  if (ts_.isPropertyAccessExpression(access)) return access.name.text;
  if (!ts_.isElementAccessExpression(access)) return undefined;
  const key = unwrap(access.argumentExpression, ts_);
  return ts_.isStringLiteralLike(key) || ts_.isNumericLiteral(key) ? key.text : ANY_MEMBER;
}
