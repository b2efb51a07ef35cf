import type { JsonSchema } from '@toolwright/contract';
import fc from 'fast-check';
import { arbitrarySample } from '../arbitrary-schema.test.support.js';
import { childSchemas } from '../document/child-schemas.js';
import { lowerSchema } from './lower-schema.js';
import type { Profile } from './profile.js';

const WITHOUT = ['default', 'pattern', 'minimum', 'title'];
const REST: Pick<Profile, 'optional' | 'open' | 'cycles'> = {
  optional: 'absent',
  open: 'stays',
  cycles: 'any',
};

// A4
describe.each(['any', 'bare', 'none'] as const)('a provider that accepts $ref: %s', (references) => {
  it.each(WITHOUT)('gets no %s if it does not accept that keyword', (unwanted) => {
    const profile: Profile = {
      ...REST,
      references,
      keywords: 'all',
      understands: (keyword) => keyword !== unwanted,
    };
    fc.assert(
      fc.property(arbitrarySample('open'), ({ schema }) => {
        for (const each of allSchemas(lowerSchema(schema, profile).schema))
          expect(Object.keys(each)).not.toContain(unwanted);
      }),
      { numRuns: 30 },
    );
  });

  it('gets a default beside a reference only if it accepts defaults', () => {
    const schema = {
      type: 'object',
      properties: { size: { $ref: '#/$defs/Size', default: 'm' } },
      $defs: { Size: { type: 'string' } },
    } as const;
    const takes = (defaults: boolean): Profile => ({
      ...REST,
      references,
      keywords: 'all',
      understands: (keyword) => defaults || keyword !== 'default',
    });
    expect(lowerSchema(schema, takes(true)).schema.properties.size).toHaveProperty('default', 'm');
    expect(lowerSchema(schema, takes(false)).schema.properties.size).not.toHaveProperty('default');
  });
});

function allSchemas(schema: JsonSchema): JsonSchema[] {
  return [schema, ...childSchemas(schema).flatMap((child) => allSchemas(child.schema))];
}
