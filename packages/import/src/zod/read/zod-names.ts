import { type Compiler, typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** Returns the declaration that an expression refers to, through imports, re-exports and constants that only give another name. */
export function symbolOf(node: ts.Node, { checker }: Pick<Compiler, 'checker'>): ts.Symbol | undefined {
  let symbol = shorthandOr(node, checker);
  // A constant may refer to itself.
  for (let steps = 0; symbol !== undefined && steps < 20; steps++) {
    if (symbol.flags & typescript.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    const initializer = initializerOf(symbol);
    const original = initializer && unwrap(initializer, typescript);
    if (original === undefined || !typescript.isIdentifier(original)) return symbol;
    symbol = checker.getSymbolAtLocation(original);
  }
  return symbol;
}

function shorthandOr(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  return typescript.isShorthandPropertyAssignment(node.parent) && node.parent.name === node
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
}

/** Returns the expression that a constant stands for. */
export function initializerOf(symbol: ts.Symbol): ts.Expression | undefined {
  const declaration = symbol.valueDeclaration;
  if (declaration === undefined || !typescript.isVariableDeclaration(declaration)) return undefined;
  return declaration.parent.flags & typescript.NodeFlags.Const ? declaration.initializer : undefined;
}

/** Returns the name of the package that declares a symbol: from the last `node_modules` in the path. */
export function packageOf(symbol: ts.Symbol | undefined): string | undefined {
  for (const declaration of symbol?.declarations ?? []) {
    const [, inside] = /^.*\/node_modules\/(.*)$/.exec(declaration.getSourceFile().fileName) ?? [];
    const [, name] = /^((?:@[^/]+\/)?[^/]+)\//.exec(inside ?? '') ?? [];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Which of Zod's libraries declares a symbol. */
export function zodVersion(symbol: ts.Symbol | undefined): 'v3' | 'v4' | 'mini' | undefined {
  if (packageOf(symbol) !== 'zod') return undefined;
  const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? '';
  if (file.includes('/mini/')) return 'mini';
  return file.includes('/v4/') ? 'v4' : 'v3';
}

/** A function of Zod's, such as `z.string`, `z.iso.date` or an imported `string`. */
export interface ZodFunction {
  /** `string`, `iso.date`, `coerce.number`. */
  readonly name: string;
  readonly version: 'v3' | 'v4';
}

/** Recognises what is called as a function that Zod exports. */
export function findZodFunction(callee: ts.Expression, compiler: Compiler): ZodFunction | undefined {
  if (typescript.isIdentifier(callee)) {
    const symbol = symbolOf(callee, compiler);
    const version = zodVersion(symbol);
    return symbol && version && version !== 'mini' ? { name: symbol.name, version } : undefined;
  }
  if (!typescript.isPropertyAccessExpression(callee)) return undefined;
  const name = callee.name.text;
  const space = findNamespace(callee.expression, compiler);
  if (space !== undefined) return { name: space.prefix + name, version: space.version };
  if (!typescript.isPropertyAccessExpression(callee.expression)) return undefined;
  const outer = findNamespace(callee.expression.expression, compiler);
  return outer && { name: `${callee.expression.name.text}.${name}`, version: outer.version };
}

interface Namespace {
  readonly version: 'v3' | 'v4';
  /** `iso.` or `coerce.` for the namespaces within `z`, which are modules in Zod 4. */
  readonly prefix: string;
}

/** Whether an expression is Zod's namespace `z`, or one within it. */
function findNamespace(node: ts.Expression, compiler: Compiler): Namespace | undefined {
  const symbol = symbolOf(node, compiler);
  if (symbol === undefined || !(symbol.flags & typescript.SymbolFlags.Module)) return undefined;
  const version = zodVersion(symbol);
  if (version === undefined || version === 'mini') return undefined;
  const [, inner] =
    /\/(iso|coerce)\.d\.[cm]?ts$/.exec(symbol.declarations?.[0]?.getSourceFile().fileName ?? '') ?? [];
  return { version, prefix: inner === undefined ? '' : `${inner}.` };
}
