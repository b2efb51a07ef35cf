import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';
import { nameOf } from './declared-code.js';
import { type ExternalName, findEffects } from './externals.js';
import { callsOf } from './given-arguments.js';
import { textualName } from './textual-name.js';
import type { UnitFacts } from './unit-facts.js';

/** Maximum number of names to follow. */
const MAX_NAMES = 8;

/** Records the effects of reading a name that holds data of the process: `env` in `const { env } = process`. */
export function readHeldData(
  declaration: ts.Declaration,
  symbol: ts.Symbol,
  at: ts.Node,
  facts: UnitFacts,
  analysis: Analysis,
): void {
  const names = dataIn(declaration, symbol, analysis);
  for (const name of names)
    for (const effect of findEffects([name], false, analysis.lookup).effects)
      if (effect !== 'unknown') facts.use(effect, at);
}

/** Whether an expression is the environment, judging by its spelling, its type, or the values that the program stores in it. */
export function isEnvironment(value: ts.Expression, analysis: Analysis): boolean {
  const { checker } = analysis.compiler;
  if (isEnvironmentType(checker.getTypeAtLocation(value))) return true;
  return dataAt(value, analysis, MAX_NAMES).some(({ keys: [key] }) => key === 'env');
}

const ENVIRONMENT: ExternalName = { module: 'process', keys: ['env'] };

function isEnvironmentType(type: ts.Type): boolean {
  return type.getSymbol()?.name === 'ProcessEnv';
}

function dataIn(
  declaration: ts.Declaration,
  symbol: ts.Symbol,
  analysis: Analysis,
  names = MAX_NAMES,
): readonly ExternalName[] {
  const type = analysis.compiler.checker.getTypeOfSymbol(symbol);
  if (isEnvironmentType(type)) return [ENVIRONMENT];
  if (names === 0 || !mayHoldData(type, analysis)) return [];
  const found = valuesOf(declaration, analysis).flatMap((value) => dataAt(value, analysis, names - 1));
  const taken = takenFrom(declaration, analysis.compiler);
  return taken === undefined ? found : [...found, taken];
}

/** Whether a type is a collection or an object with only optional members. Other types match neither the environment nor the arguments. */
function mayHoldData(type: ts.Type, { compiler: { ts, checker }, types }: Analysis): boolean {
  if (types.isAny(type)) return true;
  if (!(type.flags & ts.TypeFlags.Object) || type.isClass() || types.isCallable(type)) return false;
  if (checker.getIndexInfosOfType(type).length > 0) return true;
  return checker.getPropertiesOfType(type).every(({ flags }) => (flags & ts.SymbolFlags.Optional) !== 0);
}

/** Returns the values that are stored under a declared name. */
export function valuesOf(declaration: ts.Declaration, analysis: Analysis): readonly ts.Expression[] {
  const { compiler, implementations } = analysis;
  const { ts } = compiler;
  const values = [...implementations.storedUnder(declaration, nameOf(declaration, ts))];
  // An initializer is always an expression.
  if ('initializer' in declaration && declaration.initializer !== undefined)
    values.push(declaration.initializer as ts.Expression);
  if (ts.isParameter(declaration) && declaration.dotDotDotToken === undefined) {
    const index = declaration.parent.parameters.indexOf(declaration);
    for (const { arguments: args = [] } of callsOf(declaration.parent, analysis))
      values.push(...args.slice(index, index + 1));
  }
  return values;
}

/** Returns `process.argv` for `argv` in `const { argv } = process`. */
function takenFrom(declaration: ts.Declaration, compiler: Analysis['compiler']): ExternalName | undefined {
  const { ts } = compiler;
  if (!ts.isBindingElement(declaration) || !ts.isObjectBindingPattern(declaration.parent)) return undefined;
  const { initializer } = declaration.parent.parent;
  const key = declaration.propertyName ?? declaration.name;
  const owner = initializer && textualName(initializer, compiler);
  return owner?.module === 'process' && owner.keys.length === 0 && ts.isIdentifier(key)
    ? { module: 'process', keys: [key.text] }
    : undefined;
}

/** Returns the data of the process that a value is, or that it reads from a name. */
function dataAt(value: ts.Expression, analysis: Analysis, names: number): readonly ExternalName[] {
  const { compiler, symbolOf, isOwn } = analysis;
  const { ts } = compiler;
  const inner = unwrap(value, ts);
  if (ts.isConditionalExpression(inner))
    return [inner.whenTrue, inner.whenFalse].flatMap((part) => dataAt(part, analysis, names));
  // An expression such as `given ?? process.env`.
  if (ts.isBinaryExpression(inner))
    return [inner.left, inner.right].flatMap((part) => dataAt(part, analysis, names));
  if (!ts.isIdentifier(inner) && !ts.isPropertyAccessExpression(inner)) return [];
  const name = textualName(inner, compiler);
  if (name !== undefined) return name.module === 'process' && name.keys.length === 1 ? [name] : [];
  const symbol = symbolOf(inner);
  const declaration = symbol?.valueDeclaration;
  const isNamed = symbol !== undefined && declaration !== undefined && isOwn(declaration.getSourceFile());
  return isNamed ? dataIn(declaration, symbol, analysis, names) : [];
}
