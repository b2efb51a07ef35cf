import { isLibraryFile, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';
import { readClock } from './clock.js';
import { isFunction } from './declarations.js';
import { readEscape } from './escapes.js';
import { findEffects } from './externals.js';
import { readMadeFunction } from './made-functions.js';
import { loadedModule } from './textual-name.js';
import type { UnitFacts } from './unit-facts.js';

/** Reads the effects of a call, except those of the function that it names. */
export function readCall(
  node: ts.CallExpression | ts.NewExpression,
  facts: UnitFacts,
  analysis: Analysis,
): void {
  const { compiler, types } = analysis;
  const { ts, checker } = compiler;
  const callee = unwrap(node.expression, ts);
  if (callee.kind === ts.SyntaxKind.ImportKeyword || isRequire(callee, analysis)) {
    readLoad(node, facts, analysis);
    return;
  }
  readClock(node, facts, analysis);
  if (callee.kind === ts.SyntaxKind.SuperKeyword) return;
  const isName =
    ts.isIdentifier(callee) || ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee);
  if (!isName && types.isAny(checker.getTypeAtLocation(callee)))
    facts.unknown('a call to a value of type `any`', node);
  if (!isName && ts.isCallExpression(node)) readMadeFunction(callee, node, facts, analysis);
  const isStore = ts.isPropertyAccessExpression(callee) && callee.name.text === 'getStore';
  if (isStore && isForeign(node, analysis) && types.holdsCode(checker.getTypeAtLocation(node)))
    facts.unknown('a function that `getStore` returns', node);
  if (ts.isNewExpression(node) && isName) readConstructor(node, facts, analysis);
  const objects = (node.arguments ?? []).filter((argument) => mayBeObject(argument, ts));
  if (objects.length > 0 && isForeign(node, analysis))
    for (const argument of objects)
      readEscape(ts.isSpreadElement(argument) ? argument.expression : argument, facts, analysis);
}

/** Whether an argument may be an object. Strings, numbers and functions need no type query. */
function mayBeObject(argument: ts.Expression, ts_: typeof ts): boolean {
  return (
    !ts_.isLiteralExpression(argument) && !ts_.isTemplateExpression(argument) && !isFunction(argument, ts_)
  );
}

/** Whether a callee is the `require` of Node.js, not a function of the program. */
function isRequire(callee: ts.Expression, { compiler, isOwn, symbolOf }: Analysis): boolean {
  if (!compiler.ts.isIdentifier(callee) || callee.text !== 'require') return false;
  const declaration = symbolOf(callee)?.valueDeclaration;
  return declaration === undefined || !isOwn(declaration.getSourceFile());
}

/** Reads `import('./module.js')`, which runs the module unless it is already loaded. */
function readLoad(node: ts.CallExpression | ts.NewExpression, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, isOwn, symbolOf } = analysis;
  const { ts } = compiler;
  const specifier = node.arguments?.[0];
  if (specifier === undefined || loadedModule(node, ts) === undefined) {
    facts.unknown('an import with a computed name', node);
    return;
  }
  const module = symbolOf(specifier)?.valueDeclaration;
  const isRelative = ts.isStringLiteralLike(specifier) && /^[./#]/.test(specifier.text);
  if (module !== undefined && ts.isSourceFile(module) && isOwn(module)) facts.reach(module, node);
  else if (isRelative && module === undefined)
    facts.unknown(`the import of ${specifier.getText()} cannot be resolved`, node);
}

/**
 * Reads `new` of a value, such as `new this.Model()`, whose type determines the class. A class that is referred to by name is reached by
 * that name.
 */
function readConstructor(node: ts.NewExpression, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, isOwn, symbolOf, types, implementations } = analysis;
  const { ts, checker } = compiler;
  const named = symbolOf(node.expression)?.valueDeclaration;
  const isClass = named !== undefined && (ts.isClassLike(named) || !isOwn(named.getSourceFile()));
  if (isClass || types.isAny(checker.getTypeAtLocation(node.expression))) return;
  const made = checker.getTypeAtLocation(node).getSymbol()?.valueDeclaration;
  if (made === undefined || !ts.isClassLike(made) || !isOwn(made.getSourceFile())) {
    readForeignClass(node, facts, analysis);
    return;
  }
  for (const one of [made, ...implementations.subclassesOf(made)]) facts.reach(one, node);
}

/** Reads `new User()` of a class that a package creates: `const User = model('User', schema)`. */
function readForeignClass(node: ts.NewExpression, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, declaredNames, isOwn, lookup } = analysis;
  const declaration = compiler.checker.getResolvedSignature(node)?.getDeclaration();
  const isForeign = declaration !== undefined && !isOwn(declaration.getSourceFile());
  const name = isForeign ? declaredNames.nameOf(declaration) : undefined;
  if (name === undefined || lookup.findPackage(name.module) === undefined) {
    facts.unknown('`new` of an unknown class', node);
    return;
  }
  const { effects, reason } = findEffects([name], true, lookup);
  for (const effect of effects) effect === 'unknown' ? facts.unknown(reason, node) : facts.use(effect, node);
}

/** Whether the callee is neither in the program's own code nor part of ECMAScript. */
function isForeign(
  { expression }: ts.CallExpression | ts.NewExpression,
  { compiler: { ts }, isOwn, symbolOf }: Analysis,
): boolean {
  const declarations = symbolOf(unwrap(expression, ts))?.declarations;
  if (declarations === undefined) return false;
  // Packages may extend ECMAScript's own interfaces.
  return declarations.every((declaration) => {
    const source = declaration.getSourceFile();
    return !isOwn(source) && (!isLibraryFile(source.fileName) || /\/lib\.dom/.test(source.fileName));
  });
}
