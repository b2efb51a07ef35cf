import { readOutcome } from './conformance-outcome.mjs';

const check = (id: string, status: string, text = 'A check.') =>
  `\u001b[90m2026-11-28T14:11:46.366Z\u001b[0m [${id.padEnd(20)}] \u001b[32m${status.padEnd(7)}\u001b[0m ${text}`;
const run = (code: number, ...checks: string[]) =>
  readOutcome({ code, output: ['Checks:', ...checks, '', 'Passed: 1/1, 0 failed, 0 warnings'].join('\n') });

const wire = check('wire-schema-valid', 'SUCCESS');

describe('a scenario of the conformance suite', () => {
  it.each([
    ['a check of its subject succeeds', 'passed', run(0, check('tools-list', 'SUCCESS'), wire)],
    ['a check of its subject warns', 'passed', run(0, check('tools-list', 'WARNING'), wire)],
    ['only some checks were skipped', 'passed', run(0, check('a', 'SKIPPED'), check('b', 'SUCCESS'))],
    ['the suite exits with an error', 'failed', run(1, check('tools-list', 'SUCCESS'))],
    ['the suite is killed', 'failed', readOutcome({ code: null, output: '' })],
    ['a check fails whatever the exit code', 'failed', run(0, check('tools-list', 'FAILURE'), wire)],
    [
      'the messages alone are wrong',
      'failed',
      run(1, check('a', 'SKIPPED'), check('wire-schema-valid', 'FAILURE')),
    ],
    ['all checks were skipped', 'skipped', run(0, check('a', 'SKIPPED'))],
    ['only the messages were checked', 'skipped', run(0, check('a', 'SKIPPED'), wire)],
    ['there are only notes', 'skipped', run(0, check('incoming-request', 'INFO'), wire)],
    ['nothing ran at all', 'skipped', run(0)],
  ])('where %s is %s', (_, outcome, shown) => {
    expect(shown).toMatchObject({ outcome });
  });

  it('gives the reasons of the suite once, and counts warnings', () => {
    expect(
      run(0, check('a', 'SKIPPED', 'Not declared.'), check('b', 'SKIPPED', 'Not declared.'), wire),
    ).toEqual({
      outcome: 'skipped',
      reason: 'Not declared.',
      warnings: 0,
    });
    expect(run(0).reason).toBe('no check ran');
    expect(run(0, check('a', 'WARNING'), check('b', 'WARNING')).warnings).toBe(2);
  });
});
