import fc from 'fast-check';
import { findEvidence } from './find-evidence.js';

// E16
describe('evidence', () => {
  it('is found wherever its lines stand, with any white space around them', () => {
    const line = fc.stringMatching(/^[a-z(]{1,6}$/);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.nat(), fc.nat(), (lines, start, count) => {
        const first = start % lines.length;
        const quoted = lines.slice(first, first + 1 + (count % 4));
        const place = findEvidence(
          lines.map((one) => `\t${one} `),
          quoted.join('\r\n  '),
          first + 1,
        );
        expect(place).toBeDefined();
        const { first: from = 0, last = 0 } = place ?? {};
        expect(lines.slice(from - 1, last).join('\n')).toContain(quoted.join('\n'));
      }),
    );
  });

  it('of several places is the nearest one', () => {
    const lines = ['x', 'a', 'x', 'b', 'x'];
    expect([1, 3, 4, 9].map((near) => findEvidence(lines, 'x', near)?.first)).toEqual([1, 3, 3, 5]);
  });

  it('may be quoted with the numbers and signs of a diff', () => {
    expect(findEvidence(['a', 'if (b)', '  c()'], '2\t+if (b)\n3\t   c()', 1)).toEqual({ first: 2, last: 3 });
  });

  it.each(['', ' \n ', '+', 'd'])('%j is nowhere', (evidence) => {
    expect(findEvidence(['a', 'b'], evidence, 1)).toBeUndefined();
  });

  it('takes time in proportion to the text', () => {
    const time = (size: number) => {
      const lines = Array.from({ length: size }, () => 'a');
      const begun = performance.now();
      findEvidence(lines, `${'a\n'.repeat(size / 4)}b`, 1);
      findEvidence(lines, 'a\n'.repeat(size / 4), 1);
      findEvidence(lines, 'a', 1);
      return performance.now() - begun;
    };
    time(10_000);
    expect(time(200_000)).toBeLessThan(40 * time(50_000) + 2_000);
  });
});
