import { type Compiler, typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type ForeignTool, NotMigrated } from '../foreign-tool.js';
import { isImport, isWithin, namesIn, topStatement } from '../nodes-in.js';
import { isShape } from '../read/read-tool.js';

/**
 * Refuses a tool whose code would mean something else at the top of its file.
 * @param keepsZod whether the schema of its arguments stays
 * @throws NotMigrated
 */
export function refuseMoved(tool: ForeignTool, keepsZod: boolean, compiler: Compiler): void {
  const { call, handler, input } = tool;
  refuseForeign('function', unwrapped(handler), call, compiler);
  if (input === undefined || !keepsZod) return;
  refuseForeign('schema', input, call, compiler);
  // The function of the tool refers to a schema that has a name. Another one is made where the tool is.
  const given = unwrap(input, typescript);
  if (!typescript.isIdentifier(given) || isShape(given, compiler)) refuseLater(given, call, compiler);
}

function unwrapped(node: ForeignTool['handler']): ts.Node {
  return typescript.isMethodDeclaration(node) ? node : unwrap(node, typescript);
}

/** Refuses code with names that only the code around it knows, or only another file. */
function refuseForeign(what: string, code: ts.Node, call: ts.Node, compiler: Compiler): void {
  const source = code.getSourceFile();
  const isHere = source === call.getSourceFile();
  for (const name of namesIn(code)) {
    const isForeign = (one: ts.Declaration): boolean =>
      one.getSourceFile() === source && !isWithin(one, code) && !(isHere && isOfFile(one));
    if (localSymbol(name, compiler)?.declarations?.some(isForeign))
      throw new NotMigrated(
        name,
        `its ${what} uses \`${name.text}\` of ${isHere ? 'the code around it' : 'another file'}`,
      );
  }
}

/** Refuses a schema that reads a constant before the file has made it. */
function refuseLater(schema: ts.Node, call: ts.Node, compiler: Compiler): void {
  const { pos } = topStatement(call);
  for (const name of namesIn(schema)) {
    const around = typescript.findAncestor(name, typescript.isFunctionLike);
    if (around !== undefined && isWithin(around, schema)) continue;
    const isLater = (one: ts.Declaration): boolean =>
      one.getSourceFile() === schema.getSourceFile() &&
      !isWithin(one, schema) &&
      topStatement(one).pos >= pos;
    const later = localSymbol(name, compiler)?.declarations?.find(isLater);
    if (later !== undefined && !typescript.isFunctionDeclaration(later) && !isImport(later))
      throw new NotMigrated(name, `its schema uses \`${name.text}\`, which the file declares later`);
  }
}

/** Returns what a name stands for in its file, which may be an import. */
function localSymbol(name: ts.Identifier, { checker }: Compiler): ts.Symbol | undefined {
  return typescript.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name);
}

/** Whether a declaration is known in its whole file. */
function isOfFile(declaration: ts.Node): boolean {
  let node = declaration;
  if (isImport(node) || typescript.isSourceFile(node)) return true;
  while (typescript.isBindingElement(node)) node = node.parent.parent;
  const isVariable = typescript.isVariableDeclaration(node);
  return typescript.isSourceFile(isVariable ? node.parent.parent.parent : node.parent);
}
