import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isPlatformFile } from '../sources/platform-files.js';
import type { Analysis } from './analysis.js';
import { nameOf } from './declared-code.js';

/** Maximum number of names to follow. */
const MAX_NAMES = 8;

/** Whether a value is certainly an object of the platform itself, not of a subclass: `[]`, `new Map()`, or a name for such an object. */
export function isPlatformObject(value: ts.Expression, analysis: Analysis, names = MAX_NAMES): boolean {
  const { compiler, symbolOf, implementations, isOwn } = analysis;
  const { ts, checker } = compiler;
  const inner = unwrap(value, ts);
  if (ts.isArrayLiteralExpression(inner) || ts.isRegularExpressionLiteral(inner)) return true;
  if (ts.isStringLiteralLike(inner) || ts.isTemplateExpression(inner)) return true;
  if (ts.isNewExpression(inner)) return isOfPlatform(symbolOf(inner.expression));
  const declaration = names > 0 ? symbolOf(inner)?.valueDeclaration : undefined;
  if (declaration === undefined || !isOwn(declaration.getSourceFile())) return false;
  const isNamed = ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration);
  if (!isNamed || declaration.initializer === undefined) return false;
  // The stored values include members of the object. Only values of a different class can replace the object.
  const isOther = (stored: ts.Expression): boolean => {
    const owner = checker.getTypeAtLocation(stored).getSymbol();
    return owner === undefined ? false : !isOfPlatform(owner);
  };
  return (
    isPlatformObject(declaration.initializer, analysis, names - 1) &&
    !implementations.storedUnder(declaration, nameOf(declaration, ts)).some(isOther)
  );
}

function isOfPlatform(symbol: ts.Symbol | undefined): boolean {
  const { declarations = [] } = symbol ?? {};
  return declarations.length > 0 && declarations.every((one) => isPlatformFile(one.getSourceFile().fileName));
}
