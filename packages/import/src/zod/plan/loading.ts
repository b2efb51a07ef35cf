import { type Compiler, findNodes, reach, typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { symbolOf } from '../read/zod-names.js';
import { pushTo } from './push-to.js';

/** What runs before the manifest is complete. */
export interface Loading {
  /** The files that the manifest imports, and those that they import, by their names. */
  readonly files: ReadonlySet<string>;
  /** Whether a node may run while the manifest loads. */
  runs(node: ts.Node): boolean;
}

type Call = ts.CallExpression | ts.NewExpression;

/**
 * Follows imports and calls from the files that a manifest imports.
 * @param files the files with tools
 */
export function followLoading(files: Iterable<string>, compiler: Compiler): Loading {
  const reached = reach(files, (file) => importsOf(file, compiler));
  const calls = new Map<ts.Node, Call[]>();
  const open: ts.Node[] = [];
  for (const file of reached) {
    const source = compiler.program.getSourceFile(file);
    if (source === undefined) continue;
    open.push(source);
    for (const call of findNodes(source, compiler, isCall))
      if (!isGuarded(call)) pushTo(calls, functionAround(call) ?? source, call);
  }
  const ran = new Set(open);
  // A loop over a set also visits the elements added during the loop.
  for (const node of ran)
    for (const call of calls.get(node) ?? []) for (const one of calledBy(call, compiler)) ran.add(one);
  return {
    files: reached,
    runs: (node) => {
      const source = node.getSourceFile();
      return reached.has(source.fileName) && ran.has(functionAround(node) ?? source);
    },
  };
}

/** Whether a node is a call, also one of a class. */
export function isCall(node: ts.Node): node is Call {
  return typescript.isCallExpression(node) || typescript.isNewExpression(node);
}

/** Whether a node only runs if its file is the program, and thus after the manifest. */
export function isGuarded(node: ts.Node): boolean {
  const around = typescript.findAncestor(node, typescript.isIfStatement);
  return (
    around !== undefined &&
    /\bimport\.meta\b|\brequire\.main\b|\bprocess\.argv\b/.test(around.expression.getText())
  );
}

/** Whether a symbol is a part of the language's own library. */
export function isOfLanguage(symbol: ts.Symbol | undefined, { program }: Compiler): boolean {
  return (symbol?.declarations ?? []).some((one) => program.isSourceFileDefaultLibrary(one.getSourceFile()));
}

/** Returns the name of what a call calls. */
export function calleeName(call: Call): ts.Node {
  const callee = unwrap(call.expression, typescript);
  return typescript.isPropertyAccessExpression(callee) ? callee.name : callee;
}

function functionAround({ parent }: ts.Node): ts.Node | undefined {
  return typescript.findAncestor(parent, typescript.isFunctionLike);
}

function importsOf(file: string, { program, checker }: Compiler): readonly string[] {
  const statements = program.getSourceFile(file)?.statements ?? [];
  return statements.flatMap((one) => {
    const specifier = specifierOf(one);
    const module = specifier && checker.getSymbolAtLocation(specifier)?.declarations?.[0]?.getSourceFile();
    return module === undefined || module.isDeclarationFile ? [] : [module.fileName];
  });
}

/** Returns the module that a statement loads. */
function specifierOf(node: ts.Statement): ts.Expression | undefined {
  if (typescript.isImportDeclaration(node))
    return node.importClause?.isTypeOnly === true ? undefined : node.moduleSpecifier;
  if (typescript.isExportDeclaration(node)) return node.isTypeOnly ? undefined : node.moduleSpecifier;
  const isRequire =
    typescript.isImportEqualsDeclaration(node) && typescript.isExternalModuleReference(node.moduleReference);
  return isRequire ? node.moduleReference.expression : undefined;
}

/** Finds the functions of the project that a call runs: what it calls, and what it gives to a function that may call it at once. */
function calledBy(call: Call, compiler: Compiler): readonly ts.Node[] {
  const symbol = symbolOf(calleeName(call), compiler);
  const declared = (symbol?.declarations ?? []).filter((one) => !one.getSourceFile().isDeclarationFile);
  const bodies = declared.flatMap((one): readonly ts.Node[] => {
    if (typescript.isClassLike(one)) return one.members.filter(typescript.isConstructorDeclaration);
    return typescript.hasOnlyExpressionInitializer(one) && one.initializer ? [one.initializer] : [one];
  });
  const callee = unwrap(call.expression, typescript);
  const callsBack =
    declared.length > 0 || typescript.isFunctionLike(callee) || isOfLanguage(symbol, compiler);
  const called = [callee, ...bodies, ...((callsBack && call.arguments) || [])];
  return called
    .map((one) => (typescript.isExpression(one) ? unwrap(one, typescript) : one))
    .filter(typescript.isFunctionLike);
}
