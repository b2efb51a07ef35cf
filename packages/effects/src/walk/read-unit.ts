import { errorMessage } from '@toolwright/contract';
import { wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { CodeUnit, Fact } from '../graph/code-graph.js';
import { memberName } from '../sources/source-index.js';
import { readArguments } from './accessors.js';
import type { Analysis } from './analysis.js';
import { isOfExecutor, readGivenBack } from './awaited.js';
import { createCaptures } from './captured.js';
import { decoratorsOf, hasOtherClass, replacersOf } from './class-definition.js';
import { callsOf } from './given-arguments.js';
import { readGivenBinding, readGivenMembers } from './given-members.js';
import { readBinding, readReference } from './reference.js';
import { inSourceOrder } from './source-order.js';
import { createUnitFacts, type UnitFacts } from './unit-facts.js';
import { visitCode } from './visit-code.js';

export type ReadUnit = (unit: CodeUnit) => readonly Fact[];

/** @param onFailure Called if a unit is nested too deeply to be read, or if its analysis fails. */
export function createUnitReader(analysis: Analysis, onFailure: () => void = () => undefined): ReadUnit {
  const capturedBy = createCaptures(analysis);
  return (unit) => {
    const { compiler, temporary } = analysis;
    const facts = createUnitFacts(unit, compiler.ts.isObjectLiteralExpression, capturedBy, temporary);
    try {
      readUnit(unit, facts, analysis);
    } catch (error) {
      onFailure();
      // The checker is recursive. The rest of the program can still be read.
      if (error instanceof RangeError)
        facts.unknown('code that is nested too deeply for the TypeScript compiler', unit);
      else facts.unknown(`code that cannot be analysed: ${errorMessage(error)}`, unit);
    }
    return inSourceOrder(facts.facts);
  };
}

function readUnit(unit: CodeUnit, facts: UnitFacts, analysis: Analysis): void {
  const { ts } = analysis.compiler;
  if (analysis.isTool(unit)) {
    readArguments(unit, facts, analysis);
    readReplaced(unit, facts, analysis);
  }
  if (ts.isSourceFile(unit)) readModule(unit, facts, analysis);
  else if (ts.isClassLike(unit)) readConstruction(unit, facts, analysis);
  else if (ts.isFunctionLike(unit)) readFunction(unit, facts, analysis);
  else if (ts.isParameter(unit)) readParameter(unit, facts, analysis);
  else if (isHolder(unit, ts)) readHolder(unit, facts, analysis);
  else if (ts.isExpression(unit)) readValue(unit, facts, analysis);
}

/** Reads later assignments of the program to a tool: `export let run = () => …; run = other`. */
function readReplaced(unit: ts.Node, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, implementations } = analysis;
  const { parent } = wrapped(unit, compiler.ts);
  if (!compiler.ts.isVariableDeclaration(parent)) return;
  for (const value of implementations.storedUnder(parent, parent.name.getText())) facts.pass(value, value);
}

/** Reads a module that is loaded on the path, and the program's own modules that it imports. */
function readModule(file: ts.SourceFile, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, isOwn, symbolOf } = analysis;
  const { ts } = compiler;
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const module = statement.moduleSpecifier && symbolOf(statement.moduleSpecifier)?.valueDeclaration;
    if (module !== undefined && ts.isSourceFile(module) && isOwn(module)) facts.reach(module, statement);
  }
  visitCode(file.statements, facts, analysis);
}

/** Reads a class construction: its fields, its constructor and the constructor of its base class. */
function readConstruction(owner: ts.ClassLikeDeclaration, facts: UnitFacts, analysis: Analysis): void {
  const { ts } = analysis.compiler;
  visitCode(decoratorsOf(owner, analysis), facts, analysis);
  const isInstanceField = (member: ts.ClassElement): member is ts.PropertyDeclaration =>
    ts.isPropertyDeclaration(member) && (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) === 0;
  visitCode(
    owner.members
      .filter(isInstanceField)
      .flatMap((field) => [
        ...replacersOf(field, analysis),
        ...(field.initializer === undefined ? [] : [field.initializer]),
      ]),
    facts,
    analysis,
  );
  const made = owner.members.filter(ts.isConstructorDeclaration).find(({ body }) => body !== undefined);
  if (made !== undefined) {
    visitCode(made.parameters, facts, analysis);
    if (made.body !== undefined) visitCode([made.body], facts, analysis);
  }
  readBase(owner, facts, analysis);
}

/** Reads the constructor of the base class. A base class that is not read may call every method that overrides one of its own. */
function readBase(owner: ts.ClassLikeDeclaration, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, isOwn, symbolOf } = analysis;
  const { ts, checker } = compiler;
  const clause = owner.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  const base = clause?.types[0]?.expression;
  if (base === undefined) return;
  const declared = symbolOf(base)?.valueDeclaration;
  if (declared !== undefined && ts.isClassLike(declared) && isOwn(declared.getSourceFile())) {
    facts.reach(declared, base);
    return;
  }
  if (ts.isIdentifier(base) || ts.isPropertyAccessExpression(base)) readReference(base, facts, analysis);
  else visitCode([base], facts, analysis);
  const above = checker.getBaseTypes(checker.getTypeAtLocation(owner) as ts.InterfaceType); // the type of a class
  const names = new Set(above.flatMap((type) => checker.getPropertiesOfType(type).map(({ name }) => name)));
  if (above.length === 0) facts.unknown(`the base class \`${base.getText().slice(0, 40)}\` is unknown`, base);
  for (const member of owner.members) {
    const isCode = ts.isMethodDeclaration(member) || ts.isAccessor(member);
    if (isCode && member.body !== undefined && names.has(memberName(member, ts) ?? ''))
      facts.pass(member, base);
  }
}

function readFunction(unit: ts.SignatureDeclaration, facts: UnitFacts, analysis: Analysis): void {
  const { ts } = analysis.compiler;
  if (hasOtherClass(unit, analysis))
    facts.unknown('a decorator that may replace the class of a method', unit);
  // A decorator may replace its target with other code.
  visitCode(decoratorsOf(unit, analysis), facts, analysis);
  visitCode(unit.parameters, facts, analysis);
  if (!('body' in unit) || unit.body === undefined) return;
  visitCode([unit.body], facts, analysis);
  // The return statements of a block are read separately.
  if (!ts.isBlock(unit.body)) readGivenBack(unit.body, facts, analysis);
}

type Holder =
  | ts.VariableDeclaration
  | ts.BindingElement
  | ts.PropertyDeclaration
  | ts.PropertyAssignment
  | ts.ShorthandPropertyAssignment;

function isHolder(unit: ts.Node, ts_: typeof ts): unit is Holder {
  return (
    ts_.isVariableDeclaration(unit) ||
    ts_.isBindingElement(unit) ||
    ts_.isPropertyDeclaration(unit) ||
    ts_.isPropertyAssignment(unit) ||
    ts_.isShorthandPropertyAssignment(unit)
  );
}

/** Reads the values of a variable or a member: from its declaration and from later assignments. */
function readHolder(unit: Holder, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, implementations } = analysis;
  const { ts } = compiler;
  if (ts.isShorthandPropertyAssignment(unit)) readReference(unit.name, facts, analysis);
  else if (ts.isBindingElement(unit)) {
    if (unit.initializer !== undefined) readValue(unit.initializer, facts, analysis);
    readBinding(unit, facts, analysis);
    readGivenBinding(unit, facts, analysis);
    facts.pass(unit.parent.parent, unit);
  } else {
    if (unit.initializer !== undefined) readValue(unit.initializer, facts, analysis);
    const loop = unit.parent.parent;
    if (ts.isForOfStatement(loop)) readValue(loop.expression, facts, analysis);
  }
  const name = unit.name.getText();
  for (const value of implementations.storedUnder(unit, name)) facts.pass(value, value);
}

/** Reads an expression whose functions may be called, and the contents of its result. */
function readValue(value: ts.Expression, facts: UnitFacts, analysis: Analysis): void {
  const { ts } = analysis.compiler;
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) facts.pass(value, value);
  else {
    visitCode([value], facts, analysis);
    readGivenMembers(value, facts, analysis);
  }
}

/** Reads the arguments that callers pass. */
function readParameter(unit: ts.ParameterDeclaration, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, implementations } = analysis;
  const { ts } = compiler;
  const index = unit.parent.parameters.indexOf(unit);
  const owner = unit.parent;
  const calls = callsOf(owner, analysis);
  const isOptional = unit.initializer !== undefined || unit.questionToken !== undefined;
  // A class that the program never constructs is constructed by other code, with or without a value.
  const isOutside = ts.isConstructorDeclaration(owner) && calls.length === 0;
  let isGiven = isOptional && !(isOutside && isCode(unit, analysis));
  if (unit.initializer !== undefined) readValue(unit.initializer, facts, analysis);
  for (const { arguments: args = [] } of calls) {
    const given = unit.dotDotDotToken === undefined ? args.slice(index, index + 1) : args.slice(index);
    for (const value of given) {
      isGiven = true;
      facts.pass(value, value);
    }
  }
  for (const value of implementations.storedUnder(unit, unit.name.getText())) {
    isGiven = true;
    facts.pass(value, value);
  }
  if (!isGiven && !isOfExecutor(owner, ts))
    facts.unknown(`nothing in the program is passed for \`${unit.name.getText()}\``, unit);
}

/** Whether a parameter itself is code, not an object such as `Partial<Options>`, whose members have their own names. */
function isCode(unit: ts.ParameterDeclaration, { compiler, types }: Analysis): boolean {
  const { ts, checker } = compiler;
  const type = checker.getNonNullableType(checker.getTypeAtLocation(unit));
  const isMapped = 'objectFlags' in type && (Number(type.objectFlags) & ts.ObjectFlags.Mapped) !== 0;
  return types.holdsCode(type) && !(isMapped && checker.getIndexInfosOfType(type).length === 0);
}
