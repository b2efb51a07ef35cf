import {
  type CodegenContext,
  type Docs,
  type FunctionDocs,
  joinTexts,
  noDocs,
  readDocs,
  reportLooseDocs,
  saysNothing,
} from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Parameter } from './parameter.js';

/** The documentation of one parameter in the JSDoc of a tool. */
export interface ParameterDocs {
  readonly own: Docs;
  /** The docs of the parameter's members, by path: `city` for `@param options.city`. */
  readonly members: ReadonlyMap<string, Docs>;
}

/** Creates a check for the parameter and member names that JSDoc may use. */
export function nameCheck(
  parameters: readonly Parameter[],
  context: CodegenContext,
): (name: string) => boolean {
  return (name) => {
    const [root = '', ...path] = name.split('.');
    return parameters.some((parameter) => {
      if (parameter.name === root) return path.length === 0 || hasMember(parameter.type, path, context);
      return parameter.rest === undefined && hasMember(parameter.type, [root, ...path], context);
    });
  };
}

/**
 * Assigns the JSDoc to the parameters, and adds the comments directly before parameters. A destructured parameter has no name: it gets the
 * docs that belong to no other parameter, and its members may be written with or without a name before the dot.
 */
export function shareDocs(
  { parameters: documented }: FunctionDocs,
  parameters: readonly Parameter[],
  context: CodegenContext,
): { docs: ReadonlyMap<Parameter, ParameterDocs>; unknown: string[] } {
  const drafts = new Map(parameters.map((parameter) => [parameter, draft()]));
  const unknown: string[] = [];
  for (const [key, docs] of documented) {
    const [root = '', ...path] = key.split('.');
    const named = parameters.find(({ name }) => name === root);
    const owner = named ?? parameters.find(({ name }) => name === undefined);
    const target = owner && drafts.get(owner);
    const isMember = owner === undefined || path.length === 0 || hasMember(owner.type, path, context);
    if (target === undefined || !isMember) unknown.push(key);
    else if (path.length > 0) addMember(target, path.join('.'), docs);
    else if (owner !== undefined && named === undefined && memberNames(owner, context).includes(root))
      addMember(target, root, docs);
    else target.own = docs;
  }
  for (const [{ declaration }, target] of drafts) {
    if (declaration === undefined) continue;
    reportLooseDocs(context.compiler, declaration, context.report);
    target.own = together(readDocs(context.compiler, declaration), target.own);
    addBindings(target, declaration.name, '', context);
  }
  return { docs: drafts, unknown };
}

interface Draft {
  own: Docs;
  readonly members: Map<string, Docs>;
}

function draft(): Draft {
  return { own: noDocs, members: new Map() };
}

/** Adds the docs of a member, which may be documented both with and without the name before the dot. */
function addMember({ members }: Draft, path: string, docs: Docs): void {
  members.set(path, together(docs, members.get(path) ?? noDocs));
}

/** Adds the comments before the names in a destructured parameter. */
function addBindings(target: Draft, pattern: ts.BindingName, prefix: string, context: CodegenContext): void {
  const { compiler } = context;
  const { ts } = compiler;
  if (!ts.isObjectBindingPattern(pattern)) return;
  for (const element of pattern.elements) {
    const key = element.propertyName ?? element.name;
    if (!ts.isIdentifier(key) && !ts.isStringLiteralLike(key)) continue;
    const path = prefix + key.text;
    const docs = readDocs(compiler, element);
    if (!saysNothing(docs)) addMember(target, path, docs);
    addBindings(target, element.name, `${path}.`, context);
  }
}

/** Joins two descriptions of the same value in one function. */
function together(near: Docs, far: Docs): Docs {
  const description = joinTexts([far.description, near.description]);
  return { ...nearer(near, far), ...(description !== undefined && { description }) };
}

/** Joins docs of a value. The nearer docs take precedence. */
export function nearer(near: Docs, far: Docs): Docs {
  if (saysNothing(near) && near.unread === undefined) return far;
  const was = [...(far.was ?? []), ...(near.was ?? [])];
  return { ...far, ...near, tags: [...far.tags, ...near.tags], ...(was.length > 0 && { was }) };
}

/** Returns the member names of an object type; ignores the properties of strings. */
function memberNames({ type, rest }: Parameter, { compiler: { ts, checker } }: CodegenContext): string[] {
  const object = checker.getNonNullableType(type);
  if (rest !== undefined || !(object.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return [];
  return checker.getPropertiesOfType(object).map(({ name }) => name);
}

/**
 * Whether a path leads to a property of a type, of a union's members, or of a list's elements. Ignores the properties of strings. True for
 * `any`.
 */
function hasMember(type: ts.Type, path: readonly string[], context: CodegenContext): boolean {
  const { ts, checker } = context.compiler;
  const [name, ...rest] = path;
  if (name === undefined || type.flags & ts.TypeFlags.Any) return true;
  if (type.isUnion()) return type.types.some((member) => hasMember(member, path, context));
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return false;
  const element = isList(type, context) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined;
  if (element !== undefined) return hasMember(element, path, context);
  const property = checker.getPropertyOfType(type, name);
  return property !== undefined && hasMember(checker.getTypeOfSymbol(property), rest, context);
}

function isList(type: ts.Type, { compiler: { checker } }: CodegenContext): boolean {
  return checker.isArrayType(type) || checker.isTupleType(type);
}
