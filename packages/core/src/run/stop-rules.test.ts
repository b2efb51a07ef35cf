import { Ledger } from '../limits/ledger.js';
import { findLimit, type RunStanding } from './stop-rules.js';

const usage = { inputTokens: 90, outputTokens: 20 };

function standing(changes: Partial<RunStanding> = {}): RunStanding {
  return { iteration: 0, maxIterations: 2, timeIsUp: false, ledger: new Ledger({ tokens: 100 }), ...changes };
}

function spent(): Ledger {
  const ledger = new Ledger({ tokens: 100 });
  ledger.addRequest(usage, undefined);
  return ledger;
}

// B1
describe('the rules that stop a run', () => {
  it('have nothing against a run within its limits', () => {
    expect(findLimit(standing({ iteration: 1 }))).toBeUndefined();
  });

  it.each([
    [{ timeIsUp: true, iteration: 2, ledger: spent() }, 'time'],
    [{ iteration: 2, ledger: spent() }, 'iterations'],
    [{ iteration: 1, ledger: spent() }, 'tokens'],
  ])('name the limit that comes first: %#', (changes, limit) => {
    expect(findLimit(standing(changes))).toBe(limit);
  });

  it('can be others', () => {
    expect(findLimit(standing(), [() => undefined, () => 'cost'])).toBe('cost');
  });
});
