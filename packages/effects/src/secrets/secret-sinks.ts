import { type CodegenContext, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isAssignment } from '../sources/source-index.js';
import { calledWith } from './shown-secrets.js';

/** Values that leave the code, and what happens to them: `is logged`. */
export interface SecretSink {
  readonly says: string;
  readonly values: readonly ts.Expression[];
}

const ERROR_NAME = /(?:Error|Exception|Failure)$/;
const TERMINAL = /^process\.(?:(?:stdout|stderr)\.write|emitWarning)$/;

/**
 * Finds code that exposes values to a model, a log or a person, judging by the types of the functions that it calls. Returns undefined for
 * other nodes.
 */
export function createSinkSearch({
  compiler: { ts, checker },
  library,
}: CodegenContext): (node: ts.Node) => SecretSink | undefined {
  const isErrorType = (type: ts.Type): boolean =>
    type.getProperty('message') !== undefined &&
    (ERROR_NAME.test(type.getSymbol()?.name ?? '') || (type.getBaseTypes() ?? []).some(isErrorType));

  /** Returns the destination of a function's arguments. The function may have an alias, as in `const { log } = context`. */
  const destinationOf = (callee: ts.Expression): string | undefined => {
    if (TERMINAL.test(callee.getText())) return 'is logged';
    if (callee.getText() === 'Promise.reject') return 'is thrown';
    const declared = checker.getTypeAtLocation(callee).getSymbol()?.declarations?.[0];
    const member =
      declared && ts.findAncestor(declared, (one) => ts.isTypeElement(one) || ts.isClassElement(one));
    const holder = member?.parent;
    if (holder === undefined || !(ts.isInterfaceDeclaration(holder) || ts.isClassLike(holder)))
      return undefined;
    const owner = holder.name && checker.getSymbolAtLocation(holder.name);
    if (owner?.name === 'Console') return 'is logged';
    if (library.isNamed(owner, 'Prompt') || library.isNamed(owner, 'PromptRegistry')) return 'is in a prompt';
    if (!library.isNamed(owner, 'ToolContext')) return undefined;
    const name = member?.name?.getText();
    if (name === 'log') return 'is logged';
    return name === 'progress' ? 'is reported as progress' : undefined;
  };

  const ofCall = (node: ts.CallExpression): SecretSink | undefined => {
    const { callee, values } = calledWith(node, ts);
    if (callee.kind !== ts.SyntaxKind.SuperKeyword) return sink(destinationOf(callee), values);
    const owner = ts.findAncestor(node, ts.isClassLike);
    return owner !== undefined && isErrorType(checker.getTypeAtLocation(owner))
      ? { says: 'is in an error', values }
      : undefined;
  };

  /** Reads `error.message += …`. */
  const ofAssignment = ({ left, operatorToken, right }: ts.BinaryExpression): SecretSink | undefined => {
    const target = unwrap(left, ts);
    if (!isAssignment(operatorToken.kind, ts) || !ts.isPropertyAccessExpression(target)) return undefined;
    const isError = isErrorType(checker.getTypeAtLocation(target.expression));
    return isError ? { says: 'is in an error', values: [right] } : undefined;
  };

  return (node) => {
    if (ts.isCallExpression(node)) return ofCall(node);
    if (ts.isTaggedTemplateExpression(node)) return sink(destinationOf(node.tag), [node.template]);
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

function sink(says: string | undefined, values: readonly ts.Expression[]): SecretSink | undefined {
  return says === undefined ? undefined : { says, values };
}
