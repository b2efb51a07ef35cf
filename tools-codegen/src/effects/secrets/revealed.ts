import type { ts } from 'ts-morph';
import { unwrap } from '../../compiler/unwrap.js';
import type { Analysis } from '../walk/analysis.js';
import { calledFunction } from './called-function.js';

/**
 * @param isReveal Whether a symbol is Toolwright's `reveal`.
 * @returns Whether an expression reveals a secret: `reveal(token)`, `tokens.map(reveal)`.
 */
export function createRevealTest(
  { compiler: { ts, checker }, symbolOf }: Analysis,
  isReveal: (symbol: ts.Symbol | undefined) => boolean,
): (value: ts.Expression) => boolean {
  /** The function that a name stands for: `const show = reveal`, `const { reveal: show } = toolwright`. */
  const originOf = (callee: ts.Expression): ts.Symbol | undefined => {
    const symbol = symbolOf(callee);
    const declared = symbol?.valueDeclaration;
    if (declared === undefined) return symbol;
    if (ts.isBindingElement(declared) && ts.isObjectBindingPattern(declared.parent)) {
      const name = (declared.propertyName ?? declared.name).getText();
      const member = checker.getTypeAtLocation(declared.parent).getProperty(name);
      const isAlias = member !== undefined && (member.flags & ts.SymbolFlags.Alias) !== 0;
      return isAlias ? checker.getAliasedSymbol(member) : member;
    }
    const initial = ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
    const named = initial && unwrap(initial, ts);
    const isName =
      named !== undefined &&
      (ts.isIdentifier(named) || ts.isPropertyAccessExpression(named) || ts.isElementAccessExpression(named));
    return isName ? symbolOf(named) : symbol;
  };

  return (value) => {
    if (!ts.isCallExpression(value)) return false;
    const called = calledFunction(value, ts);
    if (called !== undefined && isReveal(originOf(called.callee))) return true;
    const callee = unwrap(value.expression, ts);
    const isHanded = ts.isPropertyAccessExpression(callee) && /^(?:map|flatMap|then)$/.test(callee.name.text);
    const [first] = value.arguments;
    return isHanded && first !== undefined && isReveal(originOf(unwrap(first, ts)));
  };
}
