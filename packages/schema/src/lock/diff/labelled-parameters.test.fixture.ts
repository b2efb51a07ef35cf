import type { JsonSchema } from '@toolwright/contract';
import type { ChangeVerdict } from './contract-change.js';
import { number, object, text } from './labelled-schemas.test.fixture.js';

const B = 'breaking';
const C = 'compatible';
const M = 'model-visible';

/** Changes of whole parameters. */
export const PARAMETERS: readonly (readonly [string, JsonSchema, JsonSchema, ChangeVerdict])[] = [
  [
    'a default is another',
    object({ days: { ...number, default: 1 } }, []),
    object({ days: { ...number, default: 3 } }, []),
    B,
  ],
  ['a default is new', object({ days: number }, []), object({ days: { ...number, default: 3 } }, []), B],
  ['a default is gone', object({ days: { ...number, default: 1 } }, []), object({ days: number }, []), B],
  [
    'a required parameter gets a default',
    object({ days: number }),
    object({ days: { ...number, default: 1 } }, []),
    C,
  ],
  [
    'a nested default is another',
    object({ o: object({ x: { ...number, default: 1 } }, []) }),
    object({ o: object({ x: { ...number, default: 2 } }, []) }),
    B,
  ],
  [
    'a default with the same members in another order',
    object({ o: { default: { a: 1, b: 2 } } }, []),
    object({ o: { default: { b: 2, a: 1 } } }, []),
    M,
  ],
  ['a required parameter is new', object({ city: text }), object({ city: text, days: number }), B],
  ['an optional parameter is new', object({ city: text }), object({ city: text, days: number }, ['city']), C],
  ['a parameter is renamed', object({ city: text }), object({ town: text }), B],
];
