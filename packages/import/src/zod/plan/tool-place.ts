import { type Compiler, typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type ForeignTool, NotMigrated } from '../foreign-tool.js';
import { namesIn } from '../nodes-in.js';
import { nameOf } from '../read/objects.js';

/** Where the source makes a tool, and what becomes of that place. */
export type ToolPlace =
  /** `const weather = tool(…)` at the top of a file: the statement is replaced. */
  | { readonly kind: 'top'; readonly statement: ts.VariableStatement; readonly constant: ts.Symbol }
  /** `const weather = tool(…)` in a function: the statement moves to the top of the file. */
  | { readonly kind: 'local'; readonly statement: ts.VariableStatement; readonly constant: ts.Symbol }
  /** `server.registerTool(…)`: the statement goes. */
  | { readonly kind: 'statement'; readonly statement: ts.ExpressionStatement }
  /** `{ weather: tool(…) }` or `[tool(…)]`: the element refers to the tool. */
  | { readonly kind: 'element'; readonly element: ts.Node; readonly key?: string | undefined };

/** Finds where a tool is made. @throws NotMigrated if it cannot move to the top of its file */
export function findPlace(tool: ForeignTool, compiler: Compiler): ToolPlace {
  const { call } = tool;
  const node = outermost(call);
  const { parent } = node;
  if (tool.framework === 'mcp') {
    if (!typescript.isExpressionStatement(parent))
      throw new NotMigrated(call, 'its registration is used later');
    refuseLocals(tool, compiler);
    return { kind: 'statement', statement: parent };
  }
  if (typescript.isVariableDeclaration(parent)) return placeOfConstant(parent, tool, compiler);
  if (typescript.isPropertyAssignment(parent) && parent.initializer === node) {
    refuseLocals(tool, compiler);
    return { kind: 'element', element: parent, key: nameOf(parent) };
  }
  if (typescript.isArrayLiteralExpression(parent)) {
    refuseLocals(tool, compiler);
    return { kind: 'element', element: node };
  }
  throw new NotMigrated(call, 'it is made where it is used');
}

function placeOfConstant(
  declaration: ts.VariableDeclaration,
  tool: ForeignTool,
  compiler: Compiler,
): ToolPlace {
  const { name, parent: list } = declaration;
  if (typescript.isCatchClause(list))
    throw new NotMigrated(declaration, 'its variable is no constant of its own');
  const { parent: statement } = list;
  const constant = compiler.checker.getSymbolAtLocation(name);
  const isConstant = (list.flags & typescript.NodeFlags.Const) !== 0;
  if (
    !typescript.isVariableStatement(statement) ||
    !isConstant ||
    list.declarations.length > 1 ||
    constant === undefined
  )
    throw new NotMigrated(declaration, 'its variable is no constant of its own');
  if (!typescript.isIdentifier(name)) throw new NotMigrated(declaration, 'its variable has no name');
  if (typescript.isSourceFile(statement.parent)) return { kind: 'top', statement, constant };
  refuseLocals(tool, compiler);
  return { kind: 'local', statement, constant };
}

/** Returns the node with its parentheses, `satisfies` and `as`. */
export function outermost(node: ts.Node): ts.Node {
  let outer = node;
  while (isWrapper(outer.parent)) outer = outer.parent;
  return outer;
}

function isWrapper(node: ts.Node): boolean {
  return (
    typescript.isParenthesizedExpression(node) ||
    typescript.isSatisfiesExpression(node) ||
    typescript.isAsExpression(node) ||
    typescript.isNonNullExpression(node)
  );
}

/** Returns the statement of the file that contains a node. */
export function topStatement(node: ts.Node): ts.Node {
  let top = node;
  while (!typescript.isSourceFile(top.parent)) top = top.parent;
  return top;
}

/** Refuses a tool that uses what only the code around it has. */
function refuseLocals({ call, handler }: ForeignTool, { checker }: Compiler): void {
  const top = topStatement(call);
  if (typescript.isExpressionStatement(top) && outermost(call).parent === top) return;
  const used = typescript.isMethodDeclaration(handler) ? handler : unwrap(handler, typescript);
  for (const name of namesIn(used)) {
    const symbol = typescript.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
    const isLocal = symbol?.declarations?.some(
      (one) =>
        one.getSourceFile() === call.getSourceFile() &&
        one.pos >= top.pos &&
        one.end <= top.end &&
        !typescript.isTypeParameterDeclaration(one) &&
        !isWithin(one, call) &&
        !isTopDeclaration(one, top),
    );
    if (isLocal) throw new NotMigrated(name, `its function uses \`${name.text}\` of the code around it`);
  }
}

/** Whether a node is a part of another. */
export function isWithin(node: ts.Node, outer: ts.Node): boolean {
  return node.pos >= outer.pos && node.end <= outer.end;
}

/** Whether a declaration in a statement of the file is one of the file itself. */
function isTopDeclaration(node: ts.Node, top: ts.Node): boolean {
  if (node === top) return true;
  return (
    typescript.isVariableDeclaration(node) &&
    typescript.isVariableStatement(top) &&
    top.declarationList.declarations.includes(node)
  );
}
