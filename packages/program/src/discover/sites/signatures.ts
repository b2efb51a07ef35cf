import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import type { ClassTool } from './class-tools.js';

/** Returns the signature that the model sees: the last one, with a warning if there are several. Undefined if the type is not callable. */
export function lastSignature(
  type: ts.Type,
  at: ts.Node,
  { compiler: { checker }, report }: CodegenContext,
): ts.Signature | undefined {
  const signatures = checker.getNonNullableType(type).getCallSignatures();
  if (signatures.length > 1) {
    const message = `The tool has ${signatures.length} overloads; its schema describes the last one.`;
    report({ code: 'TW1025', node: at, message });
  }
  return signatures.at(-1);
}

/** Returns a method's signature in a class, with type parameters of a generic base class replaced by the class's type arguments. */
export function memberSignature(
  tool: ClassTool,
  target: ts.ClassLikeDeclaration,
  context: CodegenContext,
): ts.Signature | undefined {
  const { checker } = context.compiler;
  const own = checker.getSymbolAtLocation(tool.method.name);
  if (target === tool.owner && own?.declarations?.length === 1) {
    return checker.getSignatureFromDeclaration(tool.method);
  }
  const instance = checker.getTypeAtLocation(target);
  const holder = tool.static ? checker.getTypeOfSymbol(instance.symbol) : instance;
  const member = checker.getPropertyOfType(holder, tool.name);
  return member && lastSignature(checker.getTypeOfSymbol(member), tool.method.name, context);
}
