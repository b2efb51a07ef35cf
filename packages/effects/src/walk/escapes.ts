import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';
import { isFunction } from './declarations.js';
import type { UnitFacts } from './unit-facts.js';

/** Maximum depth of nested objects that are passed on. */
const MAX_DEPTH = 4;

/**
 * Reaches all code of an object that is passed to code that is not read, or to a type that no longer tells its members apart: the receiver
 * may call any of it.
 */
export function readEscape(value: ts.Expression, facts: UnitFacts, analysis: Analysis): void {
  const { ts, checker } = analysis.compiler;
  reachMembers(checker.getTypeAtLocation(unwrap(value, ts)), value, MAX_DEPTH, facts, analysis);
}

function reachMembers(type: ts.Type, at: ts.Node, depth: number, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, isOwn } = analysis;
  const { ts, checker } = compiler;
  if (type.isUnionOrIntersection()) {
    for (const part of type.types) reachMembers(part, at, depth, facts, analysis);
    return;
  }
  const holder = type.getSymbol()?.valueDeclaration ?? type.getSymbol()?.declarations?.[0];
  const isObject = holder !== undefined && (ts.isObjectLiteralExpression(holder) || ts.isClassLike(holder));
  if (!isObject || depth === 0 || !isOwn(holder.getSourceFile())) return;
  for (const member of checker.getPropertiesOfType(type)) {
    for (const declaration of member.declarations ?? []) reachCode(declaration, at, facts, analysis);
    if (ts.isObjectLiteralExpression(holder))
      reachMembers(checker.getTypeOfSymbol(member), at, depth - 1, facts, analysis);
  }
}

function reachCode(declaration: ts.Declaration, at: ts.Node, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, isOwn, types } = analysis;
  const { ts, checker } = compiler;
  if (!isOwn(declaration.getSourceFile())) return;
  if (ts.isMethodDeclaration(declaration) || ts.isAccessor(declaration)) {
    if (declaration.body !== undefined) facts.reach(declaration, at);
    return;
  }
  if (!ts.isPropertyAssignment(declaration) && !ts.isPropertyDeclaration(declaration)) {
    if (ts.isShorthandPropertyAssignment(declaration)) facts.pass(declaration, at);
    return;
  }
  const value = declaration.initializer && unwrap(declaration.initializer, ts);
  if (value !== undefined && isFunction(value, ts)) facts.reach(value, at);
  else if (types.holdsCode(checker.getTypeAtLocation(declaration))) facts.pass(declaration, at);
}

/** Whether an object with code is stored where its members can no longer be told apart: as `any`, or in a collection of functions. */
export function flowsIntoCollection(value: ts.Expression, analysis: Analysis): boolean {
  const { compiler, types } = analysis;
  const object = literalOf(value, analysis);
  if (object === undefined || !hasCode(object, analysis)) return false;
  const expected = compiler.checker.getContextualType(value);
  return expected !== undefined && (types.isAny(expected) || types.holdsCode(expected));
}

/** Returns the object literal of an expression, or of the variable that it refers to. */
function literalOf(
  value: ts.Expression,
  { compiler: { ts }, symbolOf }: Analysis,
): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(value)) return value;
  const declaration = ts.isIdentifier(value) ? symbolOf(value)?.valueDeclaration : undefined;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return undefined;
  const initial = declaration.initializer && unwrap(declaration.initializer, ts);
  return initial !== undefined && ts.isObjectLiteralExpression(initial) ? initial : undefined;
}

/** Whether a member is written as a function or may refer to one. Saves type queries for most objects. */
function hasCode(object: ts.ObjectLiteralExpression, analysis: Analysis): boolean {
  const { compiler, symbolOf, types } = analysis;
  const { ts, checker } = compiler;
  const isCode = (name: ts.Expression): boolean => {
    const symbol = symbolOf(name);
    return symbol !== undefined && types.holdsCode(checker.getTypeOfSymbol(symbol));
  };
  return object.properties.some((member) => {
    if (ts.isShorthandPropertyAssignment(member)) return isCode(member.name);
    if (!ts.isPropertyAssignment(member)) return true;
    const value = unwrap(member.initializer, ts);
    if (ts.isIdentifier(value)) return isCode(value);
    return isFunction(value, ts) || (ts.isObjectLiteralExpression(value) && hasCode(value, analysis));
  });
}
