import type { ts } from 'ts-morph';
import { unwrap } from '../../compiler/unwrap.js';
import type { CodegenContext } from '../../context.js';
import { isAssignment } from '../sources/source-index.js';
import type { Analysis } from '../walk/analysis.js';

/** Values that leave the code, and where they go: `is logged`. */
export interface SecretSink {
  readonly says: string;
  readonly values: readonly ts.Expression[];
}

const ERROR_NAME = /(?:Error|Exception|Failure)$/;

/** Finds where a node shows values to a model, a log or a person. Undefined for other nodes. */
export function createSinkSearch(
  { compiler: { ts, checker }, symbolOf }: Analysis,
  { library }: Pick<CodegenContext, 'library'>,
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

  const ofCall = (node: ts.CallExpression): SecretSink | undefined => {
    const callee = unwrap(node.expression, ts);
    const values = node.arguments;
    if (callee.kind === ts.SyntaxKind.SuperKeyword) {
      const owner = ts.findAncestor(node, ts.isClassLike);
      const isError = owner !== undefined && isErrorType(checker.getTypeAtLocation(owner));
      return isError ? { says: 'is in an error', values } : undefined;
    }
    if (ts.isElementAccessExpression(callee) && isConsole(callee.expression))
      return { says: 'is logged', values };
    return ts.isPropertyAccessExpression(callee) ? ofMethod(callee, values) : ofFunction(callee, values);
  };

  const ofMethod = (
    callee: ts.PropertyAccessExpression,
    values: readonly ts.Expression[],
  ): SecretSink | undefined => {
    const { text } = callee.name;
    if (isConsole(callee.expression) || isTerminal(callee)) return { says: 'is logged', values };
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

  /** `const { log, progress } = context`, `const { log } = console`. */
  const ofFunction = (callee: ts.Expression, values: readonly ts.Expression[]): SecretSink | undefined => {
    const declared = ts.isIdentifier(callee) ? symbolOf(callee)?.valueDeclaration : undefined;
    if (declared === undefined || !ts.isBindingElement(declared)) return undefined;
    const holder = checker.getTypeAtLocation(declared.parent).getSymbol();
    if (holder?.name === 'Console') return { says: 'is logged', values };
    if (!library.isNamed(holder, 'ToolContext')) return undefined;
    const member = (declared.propertyName ?? declared.name).getText();
    if (member === 'log') return { says: 'is logged', values };
    return member === 'progress' ? { says: 'is reported as progress', values } : undefined;
  };

  /** `keys.forEach(console.log)`. */
  const ofHanded = ({ expression, arguments: [first] }: ts.CallExpression): SecretSink | undefined => {
    const callee = unwrap(expression, ts);
    const isHanding =
      ts.isPropertyAccessExpression(callee) && /^(?:map|flatMap|forEach|then)$/.test(callee.name.text);
    if (!isHanding || first === undefined) return undefined;
    const handed = unwrap(first, ts);
    if (ts.isPropertyAccessExpression(handed)) return ofMethod(handed, [callee.expression]);
    return ts.isIdentifier(handed) ? ofFunction(handed, [callee.expression]) : undefined;
  };

  return (node) => {
    if (ts.isCallExpression(node)) return ofCall(node) ?? ofHanded(node);
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
  return /^process\.(?:stdout|stderr)\.write$/.test(callee.getText());
}
