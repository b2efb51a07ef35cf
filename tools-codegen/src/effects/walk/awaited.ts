import type { ts } from 'ts-morph';
import { unwrap } from '../../compiler/unwrap.js';
import { isPlatformFile } from '../sources/platform-files.js';
import type { Analysis } from './analysis.js';
import { findEffects } from './externals.js';
import type { UnitFacts } from './unit-facts.js';

/** `await query`, where a package's `then` does the work: what builds a query may have run long before. */
export function readAwaited(value: ts.Expression, facts: UnitFacts, analysis: Analysis): void {
  const { compiler, declaredNames, isOwn, lookup } = analysis;
  const { ts, checker } = compiler;
  const inner = unwrap(value, ts);
  if (!ts.isIdentifier(inner) && !ts.isPropertyAccessExpression(inner)) return;
  const then = checker.getPropertyOfType(checker.getTypeAtLocation(inner), 'then')?.declarations?.[0];
  const source = then?.getSourceFile();
  if (then === undefined || source === undefined || isOwn(source) || isPlatformFile(source.fileName)) return;
  const { effects, reason } = findEffects([declaredNames.nameOf(then)], true, lookup);
  for (const effect of effects)
    effect === 'unknown' ? facts.unknown(reason, value) : facts.use(effect, value);
}
