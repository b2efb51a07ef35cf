import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { findBranch, findBranchByMembers } from '@toolwright/json-schema';
import { SchemaValidator } from '@toolwright/tools/validation';
import fc from 'fast-check';
import { cases } from '../../../../../scripts/thorough.mjs';
import { recoverValue } from '../../../../core/src/output/recover/recover-value.js';
import { arbitrarySchema } from '../../../../json-schema/src/arbitrary-schema.test.support.js';
import { bestBranch } from './fits.js';

/** A union, and a value that exactly one of its branches accepts. */
interface Meant {
  readonly branches: readonly JsonSchema[];
  readonly root: JsonSchema;
  readonly value: JsonValue;
  readonly branch: number;
}

const meant: fc.Arbitrary<Meant> = fc
  .array(arbitrarySchema(2, 'open'), { minLength: 2, maxLength: 4 })
  .chain((parts) =>
    fc.nat(parts.length - 1).chain((branch) =>
      (parts[branch]?.values ?? fc.constant(null)).map((value): Meant => {
        const branches = parts.map(({ schema }) => schema);
        const root = { anyOf: branches, $defs: Object.assign({}, ...parts.map(({ $defs }) => $defs)) };
        return { branches, root, value, branch };
      }),
    ),
  )
  .filter(({ branches, root, value, branch }) =>
    branches.every((schema, index) => accepts(schema, root, value) === (index === branch)),
  );

function accepts(schema: JsonSchema, { $defs }: JsonSchema, value: unknown): boolean {
  return new SchemaValidator({ ...schema, ...($defs && { $defs }) }).accepts(value);
}

const RULES: Readonly<Record<string, (meant: Meant) => unknown>> = {
  // Repairs and explanations.
  findBranch: ({ branches, value, root }) => findBranch(branches, value, root),
  findBranchByMembers: ({ branches, value, root }) =>
    typeof value === 'object' && value !== null ? findBranchByMembers(branches, value, root) : undefined,
  // Answers that do not fit yet.
  recoverValue: ({ value, root, branch }) =>
    isDeepStrictEqual(
      recoverValue(value, root, { fits: (inner, part) => accepts(part, root, inner), spell: undefined })
        .value,
      value,
    )
      ? branch
      : 'another value',
};

it.each(Object.keys(RULES))('%s means the only branch that accepts a value, if it tells', (name) => {
  let found = 0;
  fc.assert(
    fc.property(meant, (one) => {
      const branch = RULES[name]?.(one);
      if (branch !== undefined) expect(branch).toBe(one.branch);
      found += branch === undefined ? 0 : 1;
    }),
    { numRuns: cases(200, 3_000) },
  );
  expect(found).toBeGreaterThan(20);
});

/** A form has to show some branch for each value, also for one that is only begun; it does not look at patterns, and not everywhere. */
it('a form of Studio shows nearly all values in the branch that accepts them', () => {
  const found = fc
    .sample(meant, cases(200, 3_000))
    .map(({ branches, value, root, branch }) => bestBranch(branches, value, root) === branch);
  expect(found.filter(Boolean).length / found.length).toBeGreaterThan(0.95);
});
