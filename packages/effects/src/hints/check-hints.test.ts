import type { ToolOptions } from '@toolwright/contract';
import type { Effect } from '../effect.js';
import { suggestHints } from './check-hints.js';

function proved(effects: readonly Effect[], options: ToolOptions = {}): Readonly<Record<string, boolean>> {
  const found = suggestHints(options, { effects: new Set(effects), writesRandom: false });
  return Object.fromEntries(found.map(({ hint, value }) => [hint, value]));
}

// M9
describe('the hints that code proves', () => {
  it.each<[readonly Effect[], object]>([
    [[], { readOnly: true, openWorld: false }],
    [['fs.read', 'env', 'time', 'random'], { readOnly: true, openWorld: false }],
    [['fs.write'], { readOnly: false, openWorld: false }],
    [['state'], { openWorld: false }],
    [['net'], { openWorld: true }],
    [['net', 'fs.write'], { readOnly: false, openWorld: true }],
    [['db'], {}],
    [['process'], {}],
    [['eval'], {}],
    [['unknown'], {}],
    [['unknown', 'fs.read'], {}],
    [['unknown', 'net'], { openWorld: true }],
  ])('%j: %j', (effects, hints) => {
    expect(proved(effects)).toEqual(hints);
  });

  it('are not those that the source states', () => {
    expect(proved([], { readOnly: true, openWorld: false })).toEqual({});
    expect(proved(['fs.write'], { readOnly: false })).toEqual({ openWorld: false });
  });

  it('are none that promise something if the source states more than the code shows', () => {
    expect(proved([], { readOnly: false })).toEqual({});
    expect(proved([], { destructive: true })).toEqual({});
    expect(proved([], { idempotent: false })).toEqual({});
    expect(proved([], { openWorld: true })).toEqual({});
    // Here the code shows the change that the source states.
    expect(proved(['state'], { readOnly: false })).toEqual({ openWorld: false });
    expect(proved(['fs.write'], { idempotent: false })).toEqual({ readOnly: false, openWorld: false });
  });
});
