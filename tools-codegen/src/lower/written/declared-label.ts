import type { ts } from 'ts-morph';

/**
 * Names a member by its declaration, such as `Visit.at`. All paths to the member then give the same diagnostic, which is printed once.
 * @param at The location of the type as a whole. Inside the type's own declaration, the path is more informative.
 * @param path The path from there. Trailing element steps (`[]`) are kept.
 */
export function declaredLabel(ts_: typeof ts, node: ts.Node, at: ts.Node, path: string): string | undefined {
  const names: string[] = [];
  let owner: ts.Node | undefined = node;
  for (; owner !== undefined && !isDeclaration(ts_, owner); owner = owner.parent) {
    // The types that a condition compares are not members.
    if (ts_.isFunctionLike(owner) && !ts_.isMethodSignature(owner)) return undefined;
    if (ts_.isConditionalTypeNode(owner)) return undefined;
    if (isMember(ts_, owner)) names.unshift(owner.name.getText());
  }
  if (owner?.name === undefined || names.length === 0 || contains(owner, at)) return undefined;
  const [elements = ''] = /(?:\[[^[\]]*\])*$/.exec(path) ?? [];
  return `${[owner.name.text, ...names].join('.')}${elements}`;
}

/** Names a node by its enclosing members and their type, parameter or function: `Mail.html`, `options.html`. */
export function writtenLabel(ts_: typeof ts, node: ts.Node): string {
  if (isDeclaration(ts_, node) || ts_.isParameter(node) || ts_.isJSDocParameterTag(node))
    return node.name?.getText() ?? '';
  const outer = node.parent === undefined ? '' : writtenLabel(ts_, node.parent);
  if (!isMember(ts_, node)) return outer;
  return outer === '' ? node.name.getText() : `${outer}.${node.name.getText()}`;
}

function contains(owner: ts.Node, inner: ts.Node): boolean {
  let node: ts.Node | undefined = inner;
  while (node !== undefined && node !== owner) node = node.parent;
  return node !== undefined;
}

function isMember(
  ts_: typeof ts,
  node: ts.Node,
): node is ts.PropertySignature | ts.PropertyDeclaration | ts.MethodSignature {
  return ts_.isPropertySignature(node) || ts_.isPropertyDeclaration(node) || ts_.isMethodSignature(node);
}

function isDeclaration(
  ts_: typeof ts,
  node: ts.Node,
): node is ts.InterfaceDeclaration | ts.ClassDeclaration | ts.TypeAliasDeclaration {
  return ts_.isInterfaceDeclaration(node) || ts_.isClassDeclaration(node) || ts_.isTypeAliasDeclaration(node);
}
