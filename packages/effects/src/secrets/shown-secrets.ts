import { type CodegenContext, holdsSecret, isSecretType, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { walkNodes } from '../sources/walk-nodes.js';

/** Finds the part of a value that exposes a secret. */
export type FindSecret = (value: ts.Expression) => ts.Expression | undefined;

/** Functions and methods that return their input, as a string or in a list. */
const GIVING =
  /^(?:String|JSON\.stringify|Array\.from|Object\.(?:values|entries|freeze)|structuredClone|Promise\.(?:resolve|all)|(?:util\.)?(?:inspect|format))$/;
const GIVING_METHOD = /^(?:toString|valueOf|trim|concat|join|toLowerCase|toUpperCase)$/;
/** Methods that return the results of their callback. */
const RETURNING_METHOD = /^(?:map|flatMap|then)$/;

/**
 * Creates a search for exposed secrets. A value exposes a secret if its type contains one, or if it contains a call to `reveal` and
 * everything around the call passes the text on. Names are followed to constants that hold a string; masking at run time covers all other
 * ways.
 */
export function createSecretSearch({ compiler, library }: CodegenContext): FindSecret {
  const { ts, checker } = compiler;

  const typeOf = (value: ts.Expression): ts.Type => checker.getTypeAtLocation(value);
  const isReveal = (callee: ts.Expression): boolean => library.isNamed(typeOf(callee).getSymbol(), 'reveal');

  /** Whether an expression is `reveal(token)`, possibly with an alias, or `tokens.map(reveal)`. */
  const reveals = (value: ts.Expression): boolean => {
    if (!ts.isCallExpression(value)) return false;
    if (isReveal(calledWith(value, ts).callee)) return true;
    const [first] = value.arguments;
    return first !== undefined && RETURNING_METHOD.test(methodOf(value, ts)) && isReveal(first);
  };

  const partsOf = (value: ts.Expression): readonly ts.Expression[] => {
    if (ts.isTemplateExpression(value)) return value.templateSpans.map(({ expression }) => expression);
    if (ts.isTaggedTemplateExpression(value))
      return value.tag.getText() === 'String.raw' && ts.isTemplateExpression(value.template)
        ? [value.template]
        : [];
    if (ts.isBinaryExpression(value)) return operandsOf(value, ts);
    if (ts.isConditionalExpression(value)) return [value.whenTrue, value.whenFalse];
    if (ts.isAwaitExpression(value) || ts.isSpreadElement(value)) return [value.expression];
    if (ts.isArrayLiteralExpression(value)) return value.elements;
    if (ts.isObjectLiteralExpression(value)) return membersOf(value, ts);
    if (ts.isPropertyAccessExpression(value)) return isDataOf(value) ? [value.expression] : [];
    if (ts.isCallExpression(value)) return givenOn(value, ts);
    return ts.isIdentifier(value) ? constantText(value) : [];
  };

  /** Whether an expression is like `reveal(login).password`, but not the length of a string or a list. */
  const isDataOf = ({ expression }: ts.PropertyAccessExpression): boolean => {
    const holder = typeOf(expression);
    const isList = checker.isArrayType(holder) || checker.isTupleType(holder);
    return (holder.flags & ts.TypeFlags.Object) !== 0 && !isList && reveals(unwrap(expression, ts));
  };

  /** Returns the value of a constant that holds a string. Objects and lists can change after their creation; strings cannot. */
  const constantText = (name: ts.Identifier): readonly ts.Expression[] => {
    const named = ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
    const declared = named?.valueDeclaration;
    if (declared === undefined || !ts.isVariableDeclaration(declared)) return [];
    const isConstant = (ts.getCombinedNodeFlags(declared) & ts.NodeFlags.Const) !== 0;
    const isText = (typeOf(name).flags & ts.TypeFlags.Object) === 0;
    return isConstant && isText && declared.initializer !== undefined ? [declared.initializer] : [];
  };

  return (value) => {
    if (holdsSecret(compiler, typeOf(value))) return value;
    let found: ts.Expression | undefined;
    const seen = new Set<ts.Node>();
    walkNodes(ts, [value], (node) => {
      // Only expressions are pushed onto the stack.
      const part = unwrap(node as ts.Expression, ts);
      if (found !== undefined || seen.has(part)) return false;
      seen.add(part);
      if (reveals(part) || isSecretType(typeOf(part))) found = part;
      return found === undefined ? partsOf(part) : false;
    });
    return found;
  };
}

/**
 * Returns the function that is called, and its arguments: `log` for `log(text)`, `log.call(console, text)` and `log.bind(console, text)`.
 */
export function calledWith(
  { expression, arguments: args }: ts.CallExpression,
  ts_: typeof ts,
): { readonly callee: ts.Expression; readonly values: readonly ts.Expression[] } {
  const callee = unwrap(expression, ts_);
  const isApplied = ts_.isPropertyAccessExpression(callee) && /^(?:call|apply|bind)$/.test(callee.name.text);
  return isApplied ? { callee: callee.expression, values: args.slice(1) } : { callee, values: args };
}

function methodOf({ expression }: ts.CallExpression, ts_: typeof ts): string {
  return ts_.isPropertyAccessExpression(expression) ? expression.name.text : '';
}

/** Returns the arguments that a call passes on. Most calls turn their arguments into other values. */
function givenOn(call: ts.CallExpression, ts_: typeof ts): readonly ts.Expression[] {
  const { expression, arguments: args } = call;
  const [first, replacer] = args;
  // With a list of names or a function, `JSON.stringify` may omit any member.
  const isWhole =
    expression.getText() !== 'JSON.stringify' ||
    replacer === undefined ||
    /^(?:null|undefined)$/.test(replacer.getText());
  if (GIVING.test(expression.getText())) return isWhole ? args : [];
  if (!ts_.isPropertyAccessExpression(expression)) return [];
  const method = methodOf(call, ts_);
  if (RETURNING_METHOD.test(method) && first !== undefined)
    return ts_.isArrowFunction(first) && ts_.isExpression(first.body) ? [first.body] : [];
  return GIVING_METHOD.test(method) ? [expression.expression, ...args] : [];
}

/** Returns the values of an object's members. A spread may replace the members before it. */
function membersOf({ properties }: ts.ObjectLiteralExpression, ts_: typeof ts): readonly ts.Expression[] {
  return properties.slice(Math.max(0, properties.findLastIndex(ts_.isSpreadAssignment))).flatMap((member) => {
    if (ts_.isPropertyAssignment(member)) return member.initializer;
    if (ts_.isSpreadAssignment(member)) return member.expression;
    return ts_.isShorthandPropertyAssignment(member) ? member.name : [];
  });
}

/** Returns the operands that become part of the result. A comparison reveals nothing about its operands. */
function operandsOf(
  { left, operatorToken: { kind }, right }: ts.BinaryExpression,
  { SyntaxKind }: typeof ts,
): readonly ts.Expression[] {
  if (
    kind === SyntaxKind.PlusToken ||
    kind === SyntaxKind.BarBarToken ||
    kind === SyntaxKind.QuestionQuestionToken
  )
    return [left, right];
  const isLast =
    kind === SyntaxKind.CommaToken ||
    kind === SyntaxKind.EqualsToken ||
    kind === SyntaxKind.AmpersandAmpersandToken;
  return isLast ? [right] : [];
}
