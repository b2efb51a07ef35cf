import type { JsonSchema } from '@toolwright/contract';
import { planAbsence } from './absence-plan.js';
import { compileAbsence } from './compile-absence.js';

const closed = (properties: Record<string, JsonSchema>, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

describe('planAbsence', () => {
  it('does not compare all pairs in a union of thousands of tagged objects', () => {
    const branches = Array.from({ length: 3000 }, (_, index) =>
      closed({ kind: { type: 'string', const: `k${index}` }, [`p${index}`]: { type: 'string' } }, ['kind']),
    );
    const start = performance.now();
    const plans = planAbsence(closed({ u: { anyOf: branches } }, ['u']), 'nullable');
    // Less than a second if linear, about a minute if quadratic; a busy machine needs some room.
    expect(performance.now() - start).toBeLessThan(30_000);
    expect(plans.ambiguous).toEqual([]);
    expect(compileAbsence(plans)({ u: { kind: 'k2999', p2999: null } })).toEqual({ u: { kind: 'k2999' } });
  });

  it('plans nothing if nothing may be absent', () => {
    expect(planAbsence(closed({ a: { type: ['string', 'null'] } }, []), 'required').root).toBeUndefined();
    expect(planAbsence(closed({ a: { type: 'string' } }, ['a']), 'required').root).toBeUndefined();
  });
});
