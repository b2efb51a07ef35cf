import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isPlatformFile } from '../sources/platform-files.js';
import type { CodeMember } from '../sources/source-index.js';
import type { Analysis } from './analysis.js';
import { codeOf, isFunction } from './declarations.js';
import { belongsTo, guessReason } from './named-methods.js';
import { isPlainData } from './plain-data.js';
import type { UnitFacts } from './unit-facts.js';

/** Reaches the getters that run when an object is copied: those of an object literal, but not those of a class. */
export function readGetters(
  value: ts.Expression,
  facts: UnitFacts,
  { compiler: { ts, checker }, implementations }: Analysis,
): void {
  if (!implementations.hasObjectGetters) return;
  for (const member of checker.getPropertiesOfType(checker.getTypeAtLocation(value)))
    for (const declaration of member.declarations ?? [])
      if (ts.isGetAccessor(declaration) && ts.isObjectLiteralExpression(declaration.parent))
        facts.reach(declaration, value);
}

/** Maximum depth of a result to examine. */
const MAX_DEPTH = 3;

/** Reaches the code that runs when the result of a tool is converted to JSON: its getters, and each `toJSON` that its type declares. */
export function readResult(value: ts.Expression, facts: UnitFacts, analysis: Analysis): void {
  readGetters(value, facts, analysis);
  for (const member of findJsonMethods(value, analysis))
    facts.reach(codeOf(member, analysis.compiler.ts), value);
}

/** Reaches the code that `JSON.stringify(value)` runs. Objects in the value may have more members than their types declare. */
export function readJson(value: ts.Expression, at: ts.Node, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, implementations } = analysis;
  const members = implementations.named('toJSON');
  if (members.length === 0 || isPlainData(value, analysis)) return;
  const found = findJsonMethods(value, analysis);
  for (const member of members) {
    if (found.has(member)) facts.reach(codeOf(member, compiler.ts), at);
    else facts.guess(codeOf(member, compiler.ts), at, guessReason(value, 'toJSON', analysis));
  }
}

/** Reaches the `fromJSON` methods that create a tool's arguments, in the classes that the types of its parameters contain. */
export function readArguments(unit: ts.Node, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, implementations } = analysis;
  const { ts, checker } = compiler;
  if (implementations.named('fromJSON').length === 0) return;
  for (const signature of checker.getTypeAtLocation(unit).getCallSignatures())
    for (const parameter of signature.getParameters())
      lookInto(checker.getTypeOfSymbol(parameter), MAX_DEPTH, analysis, (type) => {
        const owner = type.getSymbol();
        if (owner?.valueDeclaration === undefined || !ts.isClassLike(owner.valueDeclaration)) return;
        const made = checker.getPropertyOfType(checker.getTypeOfSymbol(owner), 'fromJSON');
        for (const member of implementations.named('fromJSON'))
          if (made?.declarations?.includes(member)) facts.reach(codeOf(member, ts), unit);
      });
}

/** Finds each `toJSON` in the type of a value or of its parts. */
function findJsonMethods(value: ts.Expression, analysis: Analysis): ReadonlySet<CodeMember> {
  const { checker } = analysis.compiler;
  const found = new Set<CodeMember>();
  const members = analysis.implementations.named('toJSON');
  if (members.length === 0) return found;
  const type = checker.getTypeAtLocation(value);
  lookInto(checker.getAwaitedType(type) ?? type, MAX_DEPTH, analysis, (part) => {
    for (const member of members) if (belongsTo(member, part, analysis)) found.add(member);
  });
  return found;
}

/** Visits a type and its parts: members, elements, and the contents of a `Map`. A `ToolContext` is not part of JSON. */
function lookInto(type: ts.Type, depth: number, analysis: Analysis, visit: (type: ts.Type) => void): void {
  const { compiler, types } = analysis;
  const { ts, checker } = compiler;
  const look = (parts: readonly ts.Type[], next: number): void => {
    for (const part of parts) lookInto(part, next, analysis, visit);
  };
  if (type.isUnionOrIntersection()) look(type.types, depth);
  if (types.isOpaque(type) || !(type.flags & ts.TypeFlags.Object)) return;
  visit(type);
  if (depth === 0 || type.getSymbol()?.name === 'ToolContext') return;
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  const held = element === undefined ? heldTypes(type, analysis) : [element];
  if (held.length > 0) look(held, depth - 1);
  else
    look(
      checker.getPropertiesOfType(type).map((one) => checker.getTypeOfSymbol(one)),
      depth - 1,
    );
}

/** Returns the type arguments of a `Map`, a `Set`, a generator and other types of the language. */
function heldTypes(type: ts.Type, { compiler: { ts, checker } }: Analysis): readonly ts.Type[] {
  const isReference = 'objectFlags' in type && (Number(type.objectFlags) & ts.ObjectFlags.Reference) !== 0;
  const file = type.getSymbol()?.declarations?.[0]?.getSourceFile().fileName;
  // The flag shows that the type is a reference.
  return isReference && file !== undefined && isPlatformFile(file)
    ? checker.getTypeArguments(type as ts.TypeReference)
    : [];
}

/** Reaches the setters that `Object.assign(target, source)` runs. */
export function readAssign(
  [target, ...sources]: readonly ts.Expression[],
  facts: UnitFacts,
  { compiler: { ts, checker } }: Analysis,
): void {
  if (target === undefined) return;
  const holder = checker.getTypeAtLocation(unwrap(target, ts));
  for (const source of sources) {
    const given = checker.getTypeAtLocation(source);
    for (const { name, declarations = [] } of checker.getPropertiesOfType(holder)) {
      const setters = declarations.filter(ts.isSetAccessor);
      if (setters.length === 0 || isWithout(name, given, checker, ts)) continue;
      for (const setter of setters) facts.reach(setter, source);
    }
  }
}

function isWithout(name: string, given: ts.Type, checker: ts.TypeChecker, { TypeFlags }: typeof ts): boolean {
  const isPlain = (given.flags & TypeFlags.Object) !== 0 && checker.getIndexInfosOfType(given).length === 0;
  return isPlain && checker.getPropertyOfType(given, name) === undefined;
}

/**
 * Reaches the functions in the descriptors of `Object.defineProperty(target, name, { get() { … } })`. Any code that uses the name may run
 * them.
 */
export function readDescriptors(
  values: readonly ts.Expression[],
  facts: UnitFacts,
  { compiler: { ts } }: Analysis,
): void {
  // A loop over a set also visits the elements added during the loop.
  const literals = new Set(values.map((value) => unwrap(value, ts)));
  for (const literal of literals) {
    if (!ts.isObjectLiteralExpression(literal)) continue;
    for (const member of literal.properties) {
      if (ts.isMethodDeclaration(member)) facts.reach(member, member);
      else if (ts.isShorthandPropertyAssignment(member)) facts.pass(member, member);
      if (!ts.isPropertyAssignment(member)) continue;
      const value = unwrap(member.initializer, ts);
      if (isFunction(value, ts)) facts.reach(value, member);
      else if (ts.isObjectLiteralExpression(value)) literals.add(value);
      else if (ts.isIdentifier(value)) facts.pass(member, member);
    }
  }
}
