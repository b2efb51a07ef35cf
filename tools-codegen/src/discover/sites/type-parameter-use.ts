import type { ts } from 'ts-morph';
import type { CodegenContext } from '../../context.js';

/** Whether a method's parameters (`input`) or only its result (`output`) mention a type parameter of its class. */
export function typeParameterUse(
  method: ts.MethodDeclaration,
  owner: ts.ClassLikeDeclaration,
  { compiler: { ts, checker } }: CodegenContext,
): 'none' | 'input' | 'output' {
  if (owner.typeParameters === undefined) return 'none';
  const names = new Set(owner.typeParameters.map(({ name }) => name.text));
  const mentions = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node) && names.has(node.text)) {
      const declarations = checker.getSymbolAtLocation(node)?.declarations ?? [];
      return declarations.some((declaration) => declaration.parent === owner);
    }
    return ts.forEachChild(node, (child) => mentions(child) || undefined) ?? false;
  };
  if (method.parameters.some(({ type }) => type !== undefined && mentions(type))) return 'input';
  // An inferred result may mention any of them.
  return method.type === undefined || mentions(method.type) ? 'output' : 'none';
}
