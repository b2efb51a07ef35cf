import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { CodeMember } from '../sources/source-index.js';
import { walkNodes } from '../sources/walk-nodes.js';
import type { Analysis } from './analysis.js';
import { isFunction } from './declarations.js';
import { describe, nameOf } from './declared-code.js';
import { callsOf } from './given-arguments.js';
import { isCalled } from './positions.js';
import type { UnitFacts } from './unit-facts.js';

/**
 * Records members of a stored value for which the program provides no code: `this.save = options.save`, if the program never constructs the
 * class with a `save`. Calls to the value then run code from outside the program.
 */
export function readGivenMembers(value: ts.Expression, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, symbolOf } = analysis;
  const { ts } = compiler;
  walkNodes(ts, [value], (node) => {
    if (isFunction(node, ts) || ts.isClassLike(node) || ts.isTypeNode(node)) return false;
    const isMember = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
    if (isMember && !isCalled(node, ts)) readMember(symbolOf(node), node, node.expression, facts, analysis);
    return true;
  });
}

/** Records such members in `const { save } = options` and `({ save = …}: Options = {}) => …`. */
export function readGivenBinding(
  { name, propertyName, parent, dotDotDotToken }: ts.BindingElement,
  facts: UnitFacts,
  analysis: Analysis,
): void {
  const { ts, checker } = analysis.compiler;
  const key = propertyName ?? name;
  if (!ts.isObjectBindingPattern(parent) || dotDotDotToken !== undefined || !ts.isIdentifier(key)) return;
  const holder = parent.parent;
  // A parameter that the program never passes is already unknown.
  const isParameter = ts.isParameter(holder) && holder.initializer === undefined;
  if (isParameter && callsOf(holder.parent, analysis).length === 0) return;
  const symbol = checker.getPropertyOfType(
    checker.getApparentType(checker.getTypeAtLocation(parent)),
    key.text,
  );
  const object = ts.isVariableDeclaration(holder) ? holder.initializer : holder;
  if (object !== undefined) readMember(symbol, name, object, facts, analysis);
}

function readMember(
  member: ts.Symbol | undefined,
  at: ts.Node,
  object: ts.Node,
  facts: UnitFacts,
  analysis: Analysis,
): void {
  const { compiler, implementations, isOwn, types } = analysis;
  const { ts, checker } = compiler;
  const declaration = member?.declarations?.[0];
  if (member === undefined || declaration === undefined || !isOwn(declaration.getSourceFile())) return;
  if (!ts.isMethodSignature(declaration) && !ts.isPropertySignature(declaration)) return;
  if (!types.holdsCode(checker.getTypeOfSymbol(member))) return;
  const name = nameOf(declaration, ts);
  if (implementations.storedUnder(declaration, name).some((value) => !isTaken(value, name, analysis))) return;
  const members = implementations.membersLike(name, checker.getTypeAtLocation(object), declaration);
  if (members.some((one) => isGiver(one, name, analysis))) return;
  if (!isGivenNowhere(object, analysis))
    facts.unknown(`\`${describe(declaration, ts)}\` has no implementation in the program`, at);
}

/** Whether a member has its own code, instead of taking it from a member with the same name in another object. */
function isGiver(member: CodeMember, name: string, analysis: Analysis): boolean {
  const { compiler, implementations, symbolOf } = analysis;
  const { ts } = compiler;
  if (ts.isMethodDeclaration(member) || ts.isAccessor(member)) return member.body !== undefined;
  if (ts.isShorthandPropertyAssignment(member)) return !isBoundAs(name, symbolOf(member.name), ts);
  // A class with such a member does not match an object type.
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  if ((ts.getCombinedModifierFlags(member) & hidden) !== 0) return false;
  if (ts.isParameter(member)) return true;
  const stored = implementations.storedUnder(member, name);
  const values = member.initializer === undefined ? stored : [member.initializer, ...stored];
  return values.length > 0 && !values.some((value) => isTaken(value, name, analysis));
}

/** Whether a value comes from a member with this name. */
function isTaken(value: ts.Expression, name: string, { compiler: { ts }, symbolOf }: Analysis): boolean {
  let found = false;
  walkNodes(ts, [value], (node) => {
    if (found || isFunction(node, ts)) return false;
    if (ts.isPropertyAccessExpression(node)) found = node.name.text === name && !isCalled(node, ts);
    else if (ts.isElementAccessExpression(node))
      found = ts.isStringLiteralLike(node.argumentExpression) && node.argumentExpression.text === name;
    else if (ts.isIdentifier(node)) found = isBoundAs(name, symbolOf(node), ts);
    return true;
  });
  return found;
}

function isBoundAs(name: string, symbol: ts.Symbol | undefined, ts_: typeof ts): boolean {
  const declaration = symbol?.valueDeclaration;
  if (declaration === undefined || !ts_.isBindingElement(declaration)) return false;
  const key = declaration.propertyName ?? declaration.name;
  return ts_.isIdentifier(key) && key.text === name;
}

/** Whether an object is a parameter for which every call in the program passes an object literal or nothing. */
function isGivenNowhere(object: ts.Node, analysis: Analysis): boolean {
  const { compiler, symbolOf } = analysis;
  const { ts } = compiler;
  const inner = ts.isExpression(object) ? unwrap(object, ts) : object;
  const parameter = ts.isIdentifier(inner) ? symbolOf(inner)?.valueDeclaration : inner;
  if (parameter === undefined || !ts.isParameter(parameter)) return false;
  const calls = callsOf(parameter.parent, analysis);
  const index = parameter.parent.parameters.indexOf(parameter);
  const isWritten = (argument: ts.Expression | undefined): boolean =>
    argument === undefined ||
    (ts.isObjectLiteralExpression(argument) &&
      !argument.properties.some((property) => ts.isSpreadAssignment(property)));
  return (
    calls.length > 0 &&
    calls.every(
      ({ arguments: args = [] }) =>
        isWritten(args[index]) && !args.slice(0, index).some((one) => ts.isSpreadElement(one)),
    )
  );
}
