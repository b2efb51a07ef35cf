import { unwrap, wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isPlatformFile } from '../sources/platform-files.js';
import type { Analysis } from './analysis.js';
import { isDateType } from './clock.js';
import { findEffects } from './externals.js';
import { valuesOf } from './held-data.js';
import type { UnitFacts } from './unit-facts.js';

/** Maximum number of names to follow. */
const MAX_NAMES = 8;

/**
 * Applies the table to a function that a package created and that is called or passed on: `api` in `const api = axios.create()`. The type
 * of such a function declares a call signature in the package, but the program's own functions may also have this type.
 */
export function readMadeFunction(
  value: ts.Expression,
  at: ts.Node,
  facts: UnitFacts,
  analysis: Analysis,
): void {
  const { compiler, declaredNames, lookup } = analysis;
  const type = compiler.checker.getTypeAtLocation(value);
  if (compiler.ts.isCallExpression(at) && isDateType(type, analysis)) facts.use('time', at);
  const declaration = madeSignature(type, analysis);
  if (declaration === undefined || isOwnFunction(value, analysis, MAX_NAMES)) return;
  const { effects, reason } = findEffects([declaredNames.nameOf(declaration)], true, lookup);
  for (const effect of effects) effect === 'unknown' ? facts.unknown(reason, at) : facts.use(effect, at);
}

/** Applies the table to a value that is passed on. If the expected type is also such a type, the call to the value is checked instead. */
export function readHandedOn(value: ts.Expression, facts: UnitFacts, analysis: Analysis): void {
  const { ts, checker } = analysis.compiler;
  // The wrapper of an expression is always an expression.
  const expected = checker.getContextualType(wrapped(value, ts) as ts.Expression);
  if (expected !== undefined && madeSignature(expected, analysis) !== undefined) return;
  readMadeFunction(value, value, facts, analysis);
}

/** Whether the program declares a value, so that only its type shows who created it. */
export function isOwnValue(symbol: ts.Symbol | undefined, { compiler: { ts }, isOwn }: Analysis): boolean {
  const declaration = symbol?.declarations?.[0];
  if (declaration === undefined || !isOwn(declaration.getSourceFile())) return false;
  return !ts.isFunctionLike(declaration) && !ts.isClassLike(declaration);
}

/** Returns the call signature of a type if a package declares it. */
function madeSignature(
  type: ts.Type,
  { compiler: { checker }, isOwn }: Analysis,
): ts.Declaration | undefined {
  const [signature] = checker.getNonNullableType(type).getCallSignatures();
  // Signatures that the checker synthesizes have no declaration.
  const declaration: ts.Declaration | undefined = signature?.declaration;
  const file = declaration?.getSourceFile();
  return file === undefined || isOwn(file) || isPlatformFile(file.fileName) ? undefined : declaration;
}

/** Whether all values that the program stores under a name are its own functions: `const handler: Handler = () => …`. */
function isOwnFunction(value: ts.Expression, analysis: Analysis, names: number): boolean {
  const { compiler, isOwn, symbolOf } = analysis;
  const { ts, checker } = compiler;
  const inner = unwrap(value, ts);
  const type = checker.getTypeAtLocation(inner);
  if (type.getCallSignatures().length > 0 && madeSignature(type, analysis) === undefined) return true;
  if (names === 0 || !(ts.isIdentifier(inner) || ts.isPropertyAccessExpression(inner))) return false;
  const declaration = symbolOf(inner)?.valueDeclaration;
  if (declaration === undefined || !isOwn(declaration.getSourceFile())) return false;
  const values = valuesOf(declaration, analysis);
  return values.length > 0 && values.every((one) => isOwnFunction(one, analysis, names - 1));
}
