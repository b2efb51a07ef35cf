import type { JsonSchema } from '@toolwright/contract';
import type { ChangeVerdict } from './contract-change.js';
import { nothing, number, object, text } from './labelled-schemas.test.fixture.js';

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
  [
    'a parameter with a default may be null',
    object({ dry: { type: 'boolean', default: true } }, []),
    object({ dry: { type: ['boolean', 'null'], default: true } }, []),
    B,
  ],
  [
    'a parameter with a default may be anything',
    object({ dry: { type: 'boolean', default: true } }, []),
    object({ dry: { default: true } }, []),
    B,
  ],
  [
    'a definition of a parameter with a default may be null',
    { ...object({ x: { $ref: '#/$defs/X', default: 1 } }, []), $defs: { X: number } },
    { ...object({ x: { $ref: '#/$defs/X', default: 1 } }, []), $defs: { X: { anyOf: [number, nothing] } } },
    B,
  ],
  [
    'a nested member with a default may be null',
    object({ o: object({ x: { ...number, default: 1 } }, []) }),
    object({ o: { anyOf: [object({ x: { anyOf: [number, nothing], default: 1 } }, []), nothing] } }),
    B,
  ],
  [
    'a nested default is another, where the object may be null now',
    object({ o: object({ x: { ...number, default: 1 } }, []) }),
    object({ o: { anyOf: [object({ x: { ...number, default: 2 } }, []), nothing] } }),
    B,
  ],
  [
    'a nested default is another, where the object is a definition now',
    object({ o: object({ x: { ...number, default: 1 } }, []) }),
    {
      ...object({ o: { $ref: '#/$defs/O' } }),
      $defs: { O: object({ x: { ...number, default: 2 } }, []) },
    },
    B,
  ],
  ['a required parameter may be null', object({ x: number }), object({ x: { type: ['number', 'null'] } }), C],
  ['a required parameter is new', object({ city: text }), object({ city: text, days: number }), B],
  ['an optional parameter is new', object({ city: text }), object({ city: text, days: number }, ['city']), C],
  ['a parameter is renamed', object({ city: text }), object({ town: text }), B],
];
