import { readFileSync } from 'node:fs';
import { BUDGET_OPTIONS } from '../../limits/budget.js';
import { Ledger } from '../../limits/ledger.js';
import { findLimit, limitReached, RETRY_LIMITS, STOP_RULES, type Standing, statusAt } from './stop-rules.js';

const page = readFileSync(new URL('../../../../../docs/limits.md', import.meta.url), 'utf8');
const usage = { inputTokens: 90, outputTokens: 20 };
const limits = { tokens: 100, maxIterations: 2 };

function standing(changes: Partial<Standing> = {}): Standing {
  return { iteration: 0, limits, timeIsUp: false, ledger: new Ledger(limits), ...changes };
}

function spent(): Ledger {
  const ledger = new Ledger(limits);
  ledger.addRequest(usage, undefined);
  return ledger;
}

// B1
describe('the rules that stop a run', () => {
  it('let a run continue within its limits', () => {
    expect(findLimit(standing({ iteration: 1 }))).toBeUndefined();
  });

  it.each([
    [{ timeIsUp: true, iteration: 2, ledger: spent() }, 'time'],
    [{ iteration: 2, ledger: spent() }, 'iterations'],
    [{ iteration: 1, ledger: spent() }, 'tokens'],
  ])('report the limit that was reached first: %#', (changes, limit) => {
    expect(findLimit(standing(changes))).toBe(limit);
  });

  it('apply to a run whose parent has used up its tokens', () => {
    const parent = new Ledger({ tokens: 100 });
    const ledger = new Ledger({}, parent);
    ledger.addRequest(usage, undefined);
    expect(findLimit(standing({ ledger }))).toBe('tokens');
  });

  it('allow retries of an invalid answer after the last iteration', () => {
    expect(findLimit(standing({ timeIsUp: true, iteration: 2 }), RETRY_LIMITS)).toBeUndefined();
  });

  it.each(Object.keys(STOP_RULES) as (keyof typeof STOP_RULES)[])(
    'name the option of the limit %s',
    (limit) => {
      const { message, hint } = limitReached(limit, limits);
      expect(message).toMatch(/^No answer .*(\d|allowed)/);
      expect(hint).toContain(STOP_RULES[limit].option);
      expect(statusAt(limit)).toBe(limit === 'iterations' ? 'max_iterations' : 'limit');
    },
  );

  it('each have a row in docs/limits.md, and each option of the budget has a rule', () => {
    const rules = Object.entries(STOP_RULES);
    for (const [limit, { option }] of rules) {
      expect(page).toContain(`\`'${limit}'\``);
      expect(page).toContain(option === 'maxIterations' ? `| \`${option}\`` : `| \`budget.${option}\``);
    }
    const options = ['maxIterations', ...Object.keys(BUDGET_OPTIONS)];
    expect(rules.map(([, { option }]) => option).sort()).toEqual(options.sort());
  });
});
