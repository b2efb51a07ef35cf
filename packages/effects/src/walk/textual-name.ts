import { type Compiler, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { GLOBAL_MODULE } from '../packages/package-effects.js';
import { isPlatformFile } from '../sources/platform-files.js';
import type { ExternalName } from './externals.js';

/** Objects through which a program accesses its own globals. */
const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['globalThis', 'global', 'window', 'self']);

/**
 * Returns the name of an expression according to its spelling: the import at its root, and the members after it. This needs no types, so
 * that a package without declarations is found in the table, and a package that re-exports another package keeps its own name.
 */
export function textualName(node: ts.Expression, compiler: Compiler): ExternalName | undefined {
  const { ts } = compiler;
  const path: string[] = [];
  let root = unwrap(node, ts);
  while (ts.isPropertyAccessExpression(root)) {
    path.unshift(root.name.text);
    root = unwrap(root.expression, ts);
  }
  if (ts.isIdentifier(root)) return nameOfRoot(root, path, compiler);
  const module = moduleAt(root, ts);
  return module === undefined ? undefined : external(module, path);
}

function nameOfRoot(
  root: ts.Identifier,
  path: string[],
  { ts, checker }: Compiler,
): ExternalName | undefined {
  const symbol = checker.getSymbolAtLocation(root);
  const declaration = symbol?.declarations?.[0];
  if (declaration === undefined) {
    const isGlobal =
      symbol === undefined || checker.isUndefinedSymbol(symbol) || symbol.name === 'globalThis';
    return isGlobal ? globalName([root.text, ...path]) : undefined;
  }
  const source = declaration.getSourceFile();
  if (source.isDeclarationFile && !isImport(declaration, ts))
    return isPlatformFile(source.fileName) ? globalName([root.text, ...path]) : undefined;
  if (ts.isImportSpecifier(declaration))
    return external(specifierAbove(declaration, ts), [
      (declaration.propertyName ?? declaration.name).text,
      ...path,
    ]);
  if (ts.isImportClause(declaration))
    return external(specifierAbove(declaration, ts), path.length > 0 ? path : ['default']);
  if (ts.isNamespaceImport(declaration)) return external(specifierAbove(declaration, ts), path);
  if (
    ts.isImportEqualsDeclaration(declaration) &&
    ts.isExternalModuleReference(declaration.moduleReference)
  ) {
    const { expression } = declaration.moduleReference;
    return ts.isStringLiteral(expression) ? external(expression.text, path) : undefined;
  }
  return nameOfVariable(declaration, path, ts);
}

/** Reads `const fs = require('fs')` or `const { readFile } = await import('fs')`. */
function nameOfVariable(
  declaration: ts.Declaration,
  path: string[],
  ts_: typeof ts,
): ExternalName | undefined {
  if (ts_.isVariableDeclaration(declaration)) {
    const module = declaration.initializer && moduleAt(declaration.initializer, ts_);
    return module === undefined ? undefined : external(module, path);
  }
  if (!ts_.isBindingElement(declaration) || !ts_.isVariableDeclaration(declaration.parent.parent))
    return undefined;
  const { initializer } = declaration.parent.parent;
  const module = initializer && moduleAt(initializer, ts_);
  const name = declaration.propertyName ?? declaration.name;
  return module === undefined || !ts_.isIdentifier(name) ? undefined : external(module, [name.text, ...path]);
}

/** Returns the module that an expression evaluates to. Undefined for a promise of a module, which has its own members. */
function moduleAt(node: ts.Expression, ts_: typeof ts): string | undefined {
  const inner = unwrap(node, ts_);
  const isPromise = ts_.isCallExpression(inner) && inner.expression.kind === ts_.SyntaxKind.ImportKeyword;
  return isPromise ? undefined : loadedModule(inner, ts_);
}

/** Returns the module that `require('…')`, `import('…')` or `await import('…')` loads. */
export function loadedModule(node: ts.Expression, ts_: typeof ts): string | undefined {
  const inner = unwrap(node, ts_);
  const call = ts_.isAwaitExpression(inner) ? unwrap(inner.expression, ts_) : inner;
  if (!ts_.isCallExpression(call)) return undefined;
  const isImportCall = call.expression.kind === ts_.SyntaxKind.ImportKeyword;
  const isRequire = ts_.isIdentifier(call.expression) && call.expression.text === 'require';
  const [specifier] = call.arguments;
  const isLiteral = specifier !== undefined && ts_.isStringLiteralLike(specifier);
  return (isImportCall || isRequire) && isLiteral ? specifier.text : undefined;
}

function isImport(declaration: ts.Declaration, ts_: typeof ts): boolean {
  return (
    ts_.isImportSpecifier(declaration) ||
    ts_.isImportClause(declaration) ||
    ts_.isNamespaceImport(declaration)
  );
}

function specifierAbove(node: ts.Node, ts_: typeof ts): string {
  const statement = ts_.findAncestor(node, ts_.isImportDeclaration);
  return statement !== undefined && ts_.isStringLiteral(statement.moduleSpecifier)
    ? statement.moduleSpecifier.text
    : '';
}

/** Returns undefined for the program's own modules. */
function external(specifier: string, path: readonly string[]): ExternalName | undefined {
  if (specifier === '' || /^[./#]/.test(specifier)) return undefined;
  // A path such as `lodash/shuffle` exports a function with that name.
  const file = /^(?:@[^/]+\/)?[^/]+\/(?:.*\/)?([^/]+?)(?:\.[cm]?js)?$/.exec(specifier)?.[1];
  const isWhole = file !== undefined && (path.length === 0 || (path.length === 1 && path[0] === 'default'));
  return { module: specifier.replace(/^node:/, ''), keys: isWhole ? [file, ...path] : keysOf(path) };
}

function globalName(path: readonly string[]): ExternalName {
  // A method has the same name whether it is read from an object or from the prototype.
  const names = path.filter((name, index) => (index > 0 ? name !== 'prototype' : !GLOBAL_OBJECTS.has(name)));
  const module = names[0] === 'process' ? 'process' : GLOBAL_MODULE;
  return { module, keys: keysOf(module === 'process' ? names.slice(1) : names) };
}

function keysOf(path: readonly string[]): string[] {
  const joined = path.map((_, index) => path.slice(0, path.length - index).join('.'));
  return [...new Set([...joined, path.at(-1) ?? ''])].filter((key) => key !== '');
}
