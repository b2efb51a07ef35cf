import type { ts } from 'ts-morph';
import { readDocs } from '../docs/jsdoc.js';
import type { CodegenContext } from './context.js';
import type { ToolSite } from './sites/tool-site.js';

/**
 * Finds the declaration of an argument, or of one of its members by path, through optional types, unions and lists. If that declaration is
 * outside the project, returns the nearest enclosing declaration in the project, otherwise the node of the tool.
 * @param description Selects the declaration with this JSDoc if there are several, as for members of a union.
 */
export function findArgument(
  path: readonly string[],
  { signature, at }: ToolSite,
  context: CodegenContext,
  description?: string,
): ts.Node {
  const { checker, program } = context.compiler;
  const [first, ...rest] = path;
  if (first === undefined) return at;
  const parameters = signature.getParameters();
  const named = parameters.find(({ name }) => name === first);
  let symbols = named
    ? [named]
    : parameters.flatMap((one) => memberOf(checker.getTypeOfSymbol(one), first, context));
  let found: ts.Node = at;
  const isDescribed = (node: ts.Node): boolean =>
    readDocs(context.compiler, node).description === description;
  for (const name of [...rest, undefined]) {
    const all = symbols
      .flatMap(({ declarations = [] }) => declarations)
      .filter((node) => !isForeign(node, program));
    const [own] = all;
    if (own === undefined) return found;
    if (name === undefined) return all.length > 1 ? (all.find(isDescribed) ?? own) : own;
    found = own;
    symbols = symbols.flatMap((symbol) => memberOf(checker.getTypeOfSymbol(symbol), name, context));
  }
  return found;
}

function memberOf(
  type: ts.Type,
  name: string,
  context: CodegenContext,
  depth = MAX_DEPTH,
): readonly ts.Symbol[] {
  const { checker } = context.compiler;
  if (depth === 0) return [];
  const below = (part: ts.Type) => memberOf(part, name, context, depth - 1);
  if (type.isUnion()) return type.types.slice(0, MAX_BRANCHES).flatMap(below);
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const element = checker.getIndexTypeOfType(type, context.compiler.ts.IndexKind.Number);
    return element === undefined ? [] : below(element);
  }
  const member = type.getProperty(name);
  return member === undefined ? [] : [member];
}

const MAX_DEPTH = 8;
/** A union may have thousands of members; its first members show where it is declared. */
const MAX_BRANCHES = 50;

/** Whether a declaration belongs to a dependency. Users cannot change it, so findings are reported where the tool uses it. */
function isForeign(node: ts.Node, program: ts.Program): boolean {
  const file = node.getSourceFile();
  return program.isSourceFileFromExternalLibrary(file) || program.isSourceFileDefaultLibrary(file);
}
