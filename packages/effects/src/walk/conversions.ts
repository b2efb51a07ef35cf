import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';
import { ofParts } from './holder-types.js';
import { reachNamed } from './named-methods.js';
import type { UnitFacts } from './unit-facts.js';

/** Methods that convert an object to a string or a number. */
const CONVERSION = ['toString', 'valueOf', 'Symbol.toPrimitive', 'Symbol.toStringTag'];
/** What built-in functions and methods also read of their arguments. */
const BUILT_IN = ['toLocaleString', 'Symbol.isConcatSpreadable'];
/** The methods that Node.js calls to print an object, in all spellings. */
const INSPECTION = ['Symbol.for(nodejs.util.inspect.custom)', 'inspect.custom', 'util.inspect.custom'];

/** Reaches methods that the language calls to convert an object to a string, a number or a property name. */
export function readConversions(node: ts.Node, facts: UnitFacts, analysis: Analysis): void {
  const { ts } = analysis.compiler;
  const reach = (...values: readonly ts.Expression[]): void => {
    for (const value of values) reachNamed(CONVERSION, value, node, facts, analysis, { of: ofParts });
  };
  if (ts.isTemplateSpan(node)) reach(node.expression);
  else if (ts.isBinaryExpression(node)) {
    const names = operatorMethods(node, ts);
    for (const value of [node.left, node.right])
      reachNamed(names, value, node, facts, analysis, { of: ofParts });
  } else if (ts.isPrefixUnaryExpression(node)) {
    if (node.operator !== ts.SyntaxKind.ExclamationToken) reach(node.operand);
  } else if (ts.isPostfixUnaryExpression(node)) reach(node.operand);
  else if (ts.isElementAccessExpression(node)) reach(node.argumentExpression);
  else if (ts.isComputedPropertyName(node)) reach(node.expression);
  else if (ts.isCallExpression(node) || ts.isNewExpression(node)) readForeignCall(node, facts, analysis);
}

function operatorMethods(
  { operatorToken: { kind } }: ts.BinaryExpression,
  { SyntaxKind }: typeof ts,
): readonly string[] {
  if (kind === SyntaxKind.InstanceOfKeyword) return ['Symbol.hasInstance'];
  if (kind === SyntaxKind.EqualsToken || kind === SyntaxKind.CommaToken) return [];
  const isLogical = kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken;
  const isStrict =
    kind === SyntaxKind.EqualsEqualsEqualsToken || kind === SyntaxKind.ExclamationEqualsEqualsToken;
  return isLogical || isStrict || kind === SyntaxKind.QuestionQuestionToken ? [] : CONVERSION;
}

/**
 * Reaches conversion methods of arguments, because code that is not read may convert these to strings or numbers: `list.join()`, `new
 * Date(value)`, `console.log(value)`.
 */
function readForeignCall(
  node: ts.CallExpression | ts.NewExpression,
  facts: UnitFacts,
  analysis: Analysis,
): void {
  const { compiler, implementations, isOwn, symbolOf } = analysis;
  const { ts } = compiler;
  const names = [...CONVERSION, ...BUILT_IN, ...INSPECTION].filter(
    (name) => implementations.named(name).length > 0,
  );
  if (names.length === 0) return;
  const callee = node.expression;
  if (symbolOf(callee)?.declarations?.some((one) => isOwn(one.getSourceFile()))) return;
  const values = (node.arguments ?? []).map((one) => (ts.isSpreadElement(one) ? one.expression : one));
  const receiver = ts.isPropertyAccessExpression(callee) ? [callee.expression] : [];
  // Most untyped values that are passed to other code are data, and are not converted.
  for (const value of [...receiver, ...values])
    reachNamed(names, value, node, facts, analysis, { guesses: false, of: ofParts });
}
