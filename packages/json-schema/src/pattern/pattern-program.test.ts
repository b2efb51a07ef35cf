import * as fc from 'fast-check';
import { growth } from '../../../../scripts/growth.mjs';
import { cases } from '../../../../scripts/thorough.mjs';
import { compilePattern } from './compile-pattern.js';
import { hasOneWay } from './has-one-way.js';
import { type PatternProgram, readPattern } from './pattern-program.js';
import type { PatternStep } from './pattern-step.js';
import { FORMATS, OTHERS, patterns, SAFE, SYNTAX } from './patterns.test.support.js';
import { readWithRegjsparser } from './regjsparser-program.test.support.js';

// M4: bundles contain this parser, and not the 27 KB of regjsparser.
describe('readPattern', () => {
  it.each([...SAFE, ...OTHERS, ...SYNTAX, ...FORMATS])('reads %j as regjsparser does', (source) => {
    for (const flags of ['u', 'iu']) {
      expectSameProgram(source, flags);
      const maxLength = OTHERS.includes(source) ? 12 : 40;
      fc.assert(
        fc.property(textsNear(source, flags, maxLength), (text) => expectSameVerdict(source, flags, text)),
        { numRuns: cases(40, 1_000) },
      );
    }
  });

  it('reads random patterns as regjsparser does', () => {
    const runs = fc.tuple(patterns, fc.constantFrom('u', 'iu')).chain(([source, flags]) => {
      return fc.tuple(fc.constant(source), fc.constant(flags), textsNear(source, flags, 8));
    });
    fc.assert(
      fc.property(runs, ([source, flags, text]) => {
        expectSameProgram(source, flags);
        expectSameVerdict(source, flags, text);
      }),
      { numRuns: cases(2_000, 100_000) },
    );
  });

  it.each([
    '(a)\\1',
    '\\k<a>(?<a>b)',
    '(?=(a)\\1)',
    'a{3001}',
    '(?:a{60}){60}',
    'a|b{3000}',
    '(?i:a)',
    '\\A',
    '(?>a)',
  ])('does not support %s', (source) => {
    expect(readPattern(source, 'u')).toBeUndefined();
  });

  it('reads hostile patterns in linear time', async () => {
    const hostile: readonly ((size: number) => string)[] = [
      (size) => `${'('.repeat(size)}a{2990}${')'.repeat(size)}`,
      (size) => `(?=${'(?:b{0}'.repeat(size)}a{2990}${'){1}'.repeat(size)})`,
      (size) => '(?:a{2999}){0}'.repeat(size / 100),
      (size) => `${'(?=a|'.repeat(size)}${')'.repeat(size)}`,
      (size) => `[${'\\n'.repeat(size)}]*`,
      (size) => '|'.repeat(size),
    ];
    for (const pattern of hostile) {
      expect(await growth((size) => void readPattern(pattern(size), 'u'), [10_000, 40_000, 160_000])).toBe(
        'linear',
      );
    }
    expect(readPattern('a{3000}', 'u')?.steps).toHaveLength(3_001);
    expect(readPattern('(?:){9007199254740991}', 'u')?.steps).toHaveLength(1);
    expect(readPattern(`${'('.repeat(10_000)}a${')'.repeat(10_000)}`, 'u')?.steps).toHaveLength(2);
    expect(readPattern(`[${'a'.repeat(20_000_000)}]`, 'u')).toBeUndefined();
  });
});

function expectSameProgram(source: string, flags: string): void {
  const [program, other] = [readPattern(source, flags), readWithRegjsparser(source, flags)];
  expect(program && listSteps(program)).toEqual(other && listSteps(other));
  expect(program && hasOneWay(program)).toBe(other && hasOneWay(other));
}

/** Only of patterns that the matcher follows: others are left to the engine, which a busy machine may stop at its time limit. */
function expectSameVerdict(source: string, flags: string, text: string): void {
  const program = readPattern(source, flags);
  if (program === undefined || program.steps.length > MATCHED_STEPS) return;
  expect(compilePattern(source, flags).test(text)).toBe(new RegExp(source, flags).test(text));
}

/** The limit in compile-pattern.ts. */
const MATCHED_STEPS = 500;

/** The steps as texts, with the steps of lookarounds in their place. */
function listSteps({ steps, lookarounds }: PatternProgram): unknown[] {
  const list = (steps: readonly PatternStep[]): unknown[] =>
    steps.map((step) => {
      if (step.kind === 'character')
        return [...step.characters.samples()].sort((one, other) => one - other).join();
      if (step.kind !== 'condition' || typeof step.condition !== 'number') return step;
      const lookaround = lookarounds[step.condition];
      return lookaround && { ...lookaround, steps: list(lookaround.steps) };
    });
  return list(steps);
}

/** Texts that match the pattern or almost do: they follow its steps, and one place is edited. */
function textsNear(source: string, flags: string, maxLength: number): fc.Arbitrary<string> {
  const program = readWithRegjsparser(source, flags);
  const edit = fc.tuple(fc.nat(maxLength), fc.nat(2), fc.constantFrom('', 'a', 'é', '-', ' '));
  return fc
    .tuple(fc.array(fc.nat(1_000), { maxLength: 4 * maxLength }), edit)
    .map(([choices, [at, cut, added]]) => {
      const text = program ? follow(program.steps, choices).slice(0, maxLength) : '';
      const edited = at < text.length ? text.slice(0, at) + added + text.slice(at + cut) : text;
      // V8 also looks for a match of a lookaround in the middle of a surrogate pair, where the specification does not.
      return program?.lookarounds.length ? edited.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, 'a') : edited;
    });
}

function follow(steps: readonly PatternStep[], choices: readonly number[]): string {
  let [text, index] = ['', 0];
  for (const choice of choices) {
    const step = steps[index];
    if (step?.kind === 'character') {
      const samples = [...step.characters.samples()];
      text += String.fromCodePoint(samples[choice % samples.length] ?? 0);
    }
    index += step?.kind === 'jump' || (step?.kind === 'split' && choice % 2 === 1) ? step.by : 1;
  }
  return text;
}
