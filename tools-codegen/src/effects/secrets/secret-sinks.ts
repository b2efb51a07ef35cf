import type { ts } from 'ts-morph';
import { unwrap } from '../../compiler/unwrap.js';
import type { CodegenContext } from '../../context.js';
import { isAssignment } from '../sources/source-index.js';
import type { Analysis } from '../walk/analysis.js';
import { calledFunction } from './called-function.js';
import type { CallsOfParameter } from './handed-values.js';

/** Values that leave the code, and where they go: `is logged`. */
export interface SecretSink {
  readonly says: string;
  readonly values: readonly ts.Expression[];
}

const ERROR_NAME = /(?:Error|Exception|Failure)$/;

/**
 * Finds where a node shows values to a model, a log or a person. Undefined for other nodes.
 * @param callsOfParameter The calls of what a function of the program is given.
 */
export function createSinkSearch(
  { compiler: { ts, checker }, symbolOf }: Analysis,
  { library }: Pick<CodegenContext, 'library'>,
  callsOfParameter: CallsOfParameter,
): (node: ts.Node) => SecretSink | undefined {
  const isErrorType = (type: ts.Type): boolean =>
    type.getProperty('message') !== undefined &&
    (ERROR_NAME.test(type.getSymbol()?.name ?? '') || (type.getBaseTypes() ?? []).some(isErrorType));

  /** The interface or the class that declares a method. */
  const ownerOf = (callee: ts.Expression): ts.Symbol | undefined => {
    const parent = symbolOf(callee)?.declarations?.[0]?.parent;
    return parent !== undefined &&
      (ts.isInterfaceDeclaration(parent) || ts.isClassLike(parent)) &&
      parent.name
      ? checker.getSymbolAtLocation(parent.name)
      : undefined;
  };

  const ofCall = (node: ts.CallExpression | ts.TaggedTemplateExpression): SecretSink | undefined => {
    const called = calledFunction(node, ts);
    if (called === undefined) return undefined;
    const { callee, values } = called;
    if (callee.kind === ts.SyntaxKind.SuperKeyword) {
      const owner = ts.findAncestor(node, ts.isClassLike);
      const isError = owner !== undefined && isErrorType(checker.getTypeAtLocation(owner));
      return isError ? { says: 'is in an error', values } : undefined;
    }
    return ofCallee(callee, values);
  };

  const ofCallee = (callee: ts.Expression, values: readonly ts.Expression[]): SecretSink | undefined => {
    if (ts.isElementAccessExpression(callee) && isConsole(callee.expression))
      return { says: 'is logged', values };
    if (ts.isPropertyAccessExpression(callee)) return ofMethod(callee, values);
    return ts.isIdentifier(callee) ? ofFunction(callee, values) : undefined;
  };

  const ofMethod = (
    callee: ts.PropertyAccessExpression,
    values: readonly ts.Expression[],
  ): SecretSink | undefined => {
    const { text } = callee.name;
    if (isConsole(callee.expression) || isTerminal(callee)) return { says: 'is logged', values };
    if (callee.getText() === 'Promise.reject') return { says: 'is thrown', values };
    const owner = ownerOf(callee);
    if (library.isNamed(owner, 'ToolContext')) {
      if (text === 'log') return { says: 'is logged', values };
      if (text === 'progress') return { says: 'is reported as progress', values };
    }
    const isPrompt = library.isNamed(owner, 'Prompt') || library.isNamed(owner, 'PromptRegistry');
    return isPrompt ? { says: 'goes into a prompt', values } : undefined;
  };

  /** `error.message += …`. */
  const ofAssignment = ({ left, operatorToken, right }: ts.BinaryExpression): SecretSink | undefined => {
    const target = unwrap(left, ts);
    if (!isAssignment(operatorToken.kind, ts) || !ts.isPropertyAccessExpression(target)) return undefined;
    const isError = isErrorType(checker.getTypeAtLocation(target.expression));
    return isError ? { says: 'is in an error', values: [right] } : undefined;
  };

  /** `const { log, progress } = context`, `const { log } = console`, `const print = console.log`. */
  const ofFunction = (callee: ts.Identifier, values: readonly ts.Expression[]): SecretSink | undefined => {
    const declared = symbolOf(callee)?.valueDeclaration;
    if (declared === undefined) return undefined;
    if (!ts.isBindingElement(declared)) {
      const isConstant = (ts.getCombinedNodeFlags(declared) & ts.NodeFlags.Const) !== 0;
      const named =
        isConstant && ts.isVariableDeclaration(declared) && declared.initializer
          ? unwrap(declared.initializer, ts)
          : undefined;
      if (named === undefined || ts.isIdentifier(named)) return undefined;
      // What `bind` was given is found where it stands.
      return ofCallee(calledFunction(named, ts)?.callee ?? named, values);
    }
    const holder = checker.getTypeAtLocation(declared.parent).getSymbol();
    if (holder?.name === 'Console') return { says: 'is logged', values };
    if (!library.isNamed(holder, 'ToolContext')) return undefined;
    const member = (declared.propertyName ?? declared.name).getText();
    if (member === 'log') return { says: 'is logged', values };
    return member === 'progress' ? { says: 'is reported as progress', values } : undefined;
  };

  /** `keys.forEach(console.log)`, and `show(console.log, key)` where the function `show` calls what it is given. */
  const ofHanded = (call: ts.CallExpression): SecretSink | undefined => {
    const callee = unwrap(call.expression, ts);
    const isHanding =
      ts.isPropertyAccessExpression(callee) && /^(?:map|flatMap|forEach|then)$/.test(callee.name.text);
    for (const argument of call.arguments) {
      // Most arguments show nothing themselves.
      const shown = ofCallee(unwrap(argument, ts), []);
      if (shown === undefined) continue;
      const given = callsOfParameter(call, argument).flatMap((one) => givenBy(call, one));
      const values = isHanding && argument === call.arguments[0] ? [callee.expression] : given;
      if (values.length > 0) return { says: shown.says, values };
    }
    return undefined;
  };

  /** What a call within a function gets of the arguments of a call of the function. */
  const givenBy = (outer: ts.CallExpression, inner: ts.CallExpression): ts.Expression[] =>
    inner.arguments.flatMap((argument) => {
      const declared = symbolOf(unwrap(argument, ts))?.valueDeclaration;
      if (declared === undefined || !ts.isParameter(declared)) return [];
      const given = outer.arguments[declared.parent.parameters.indexOf(declared)];
      return given === undefined ? [] : [given];
    });

  return (node) => {
    if (ts.isCallExpression(node)) return ofCall(node) ?? ofHanded(node);
    if (ts.isTaggedTemplateExpression(node)) return ofCall(node);
    if (ts.isBinaryExpression(node)) return ofAssignment(node);
    if (ts.isNewExpression(node)) {
      const values = node.arguments ?? [];
      return isErrorType(checker.getTypeAtLocation(node)) ? { says: 'is in an error', values } : undefined;
    }
    if (ts.isThrowStatement(node)) return { says: 'is thrown', values: [node.expression] };
    if (ts.isYieldExpression(node) && node.expression !== undefined)
      return { says: 'is yielded', values: [node.expression] };
    return undefined;
  };
}

function isConsole(holder: ts.Expression): boolean {
  return holder.getText() === 'console';
}

function isTerminal(callee: ts.Expression): boolean {
  return /^process\.(?:(?:stdout|stderr)\.write|emitWarning)$/.test(callee.getText());
}
