import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import type { FunctionMark } from '../marks/mark.js';
import { readDeclaration } from './declared-resource.js';
import type { FindExport } from './exports.js';
import { lastSignature } from './signatures.js';
import type { ToolSite } from './tool-site.js';

/** Returns the tool of a marked function. Reports a function that is not exported, has no name or cannot be called. */
export function functionSite(
  mark: FunctionMark,
  findExport: FindExport,
  context: CodegenContext,
): ToolSite[] {
  const { compiler, report } = context;
  const { holder, callable, use } = mark;
  const at = compiler.ts.getNameOfDeclaration(holder) ?? callable;
  const binding = findExport(holder);
  if (binding === undefined) {
    report({ code: 'TW1011', node: at, message: `The ${use} \`${at.getText()}\` is not exported.` });
    return [];
  }
  const declared = readDeclaration(mark, context);
  if (declared === undefined) return [];
  const { options } = declared;
  const name = options.name ?? functionName(mark, context) ?? exportedName(binding.exportName);
  if (name === undefined) {
    report({ code: 'TW1023', node: holder, message: `The ${use} has no name.` });
    return [];
  }
  const signature = functionSignature(callable, at, context);
  if (signature === undefined) {
    report({
      code: 'TW1024',
      node: callable,
      message: `The ${use} \`${name}\` wraps a value that is not a function.`,
    });
    return [];
  }
  const declaration = signature.getDeclaration();
  const documented = [holder, callable, declaration];
  return [{ name, ...declared, binding, signature, code: callable, at, origin: at, documented }];
}

function functionName(
  { holder, callable }: FunctionMark,
  { compiler: { ts } }: CodegenContext,
): string | undefined {
  const own = ts.isExportAssignment(holder) ? undefined : holder.name;
  if (own !== undefined && ts.isIdentifier(own)) return own.text;
  if (ts.isIdentifier(callable)) return callable.text;
  return ts.isFunctionExpression(callable) ? callable.name?.text : undefined;
}

function exportedName(name: string): string | undefined {
  return name === 'default' ? undefined : name;
}

/** Returns the signature of a function. Function literals need no inference through the parameters of `tool`. */
function functionSignature(
  callable: FunctionMark['callable'],
  at: ts.Node,
  context: CodegenContext,
): ts.Signature | undefined {
  const { ts, checker } = context.compiler;
  if (ts.isArrowFunction(callable) || ts.isFunctionExpression(callable)) {
    return checker.getSignatureFromDeclaration(callable);
  }
  const symbol =
    ts.isFunctionDeclaration(callable) && callable.name && checker.getSymbolAtLocation(callable.name);
  const type = symbol ? checker.getTypeOfSymbol(symbol) : checker.getTypeAtLocation(callable);
  return lastSignature(type, at, context);
}
