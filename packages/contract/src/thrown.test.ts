import { inspect } from 'node:util';
import { thrownOf, withThrown } from './thrown.js';

// K7
describe('what was thrown', () => {
  const thrown = { value: new Error('at line 7') };

  it('is found on what it was noted on', () => {
    const outcome = { result: null, error: 'Failed.' };
    expect(withThrown(outcome, thrown)).toBe(outcome);
    expect(thrownOf(outcome)).toBe(thrown);
    expect(thrownOf(withThrown(outcome, thrown))).toBe(thrown);
    expect(thrownOf({})).toBeUndefined();
    expect(thrownOf(withThrown({}, undefined))).toBeUndefined();
  });

  it('is in no copy and in no JSON', () => {
    const outcome = withThrown({ result: null, error: 'Failed.' }, thrown);
    expect(thrownOf({ ...outcome })).toBeUndefined();
    expect(thrownOf(structuredClone(outcome))).toBeUndefined();
    expect(JSON.stringify(outcome)).toBe('{"result":null,"error":"Failed."}');
    expect(inspect(outcome, { showHidden: true })).not.toContain('line 7');
  });
});
