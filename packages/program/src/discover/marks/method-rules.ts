import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import type { MarkName } from '../library-symbols.js';

/** Whether a marked method cannot be a tool or a resource; reports the reason. */
export function refuseMethod(
  method: ts.MethodDeclaration,
  use: MarkName,
  { compiler: { ts }, report }: CodegenContext,
): boolean {
  const { name } = method;
  const text = name.getText();
  const flags = ts.getCombinedModifierFlags(method);
  const hidden =
    ts.isPrivateIdentifier(name) || flags & ts.ModifierFlags.Private
      ? 'private'
      : flags & ts.ModifierFlags.Protected
        ? 'protected'
        : undefined;
  if (hidden !== undefined) {
    report({ code: 'TW1012', node: name, message: `The ${use} \`${text}\` is ${hidden}.` });
    return true;
  }
  if (flags & ts.ModifierFlags.Abstract) {
    report({ code: 'TW1013', node: name, message: `The ${use} \`${text}\` is abstract.` });
    return true;
  }
  if (ts.isComputedPropertyName(name) && !ts.isStringLiteralLike(name.expression)) {
    report({ code: 'TW1015', node: name, message: `The name of the ${use} is computed: \`${text}\`.` });
    return true;
  }
  return false;
}

/** Returns the name of a method that {@link refuseMethod} has accepted. */
export function methodName({ name }: ts.MethodDeclaration, { compiler: { ts } }: CodegenContext): string {
  if (ts.isComputedPropertyName(name)) {
    return ts.isStringLiteralLike(name.expression) ? name.expression.text : name.getText();
  }
  return name.text;
}

/** Explains why a function cannot be a tool where it is declared; undefined for other nodes. */
export function misplacedFunction(
  node: ts.Node,
  use: MarkName,
  { compiler: { ts } }: CodegenContext,
): { readonly message: string; readonly hint: string } | undefined {
  if (ts.isObjectLiteralExpression(node.parent)) {
    const message = `\`@${use}\` is on a member of an object literal, which has no class that the manifest could import.`;
    return { message, hint: 'Declare it as a method of an exported class, or as an exported function.' };
  }
  const value = ts.isPropertyDeclaration(node) ? node.initializer : undefined;
  if (value === undefined || !(ts.isArrowFunction(value) || ts.isFunctionExpression(value))) return undefined;
  const message = `\`@${use}\` is on a property that contains a function. Each object has its own function, which may change.`;
  return { message, hint: 'Declare it as a method: `name() { … }`.' };
}
