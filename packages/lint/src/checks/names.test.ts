import fc from 'fast-check';
import type { LintTool } from '../lint-tool.js';
import { checkNames } from './names.js';

/** Only these members are read. */
const toolNamed = (name: string, line: number): LintTool =>
  ({
    spec: { name, source: { file: 'a.ts', line } },
    site: { at: undefined, documented: [] },
  }) as unknown as LintTool;

const reported = (names: readonly string[]) =>
  [...checkNames(names.map(toolNamed))].map(({ tool = '' }) => tool);

const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, '');

/** Whether one letter makes the difference, or two neighbours that changed places: all possible changes are tried. */
function isNear(one: string, other: string): boolean {
  if (one === other) return true;
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  if (longer.length - shorter.length === 1)
    return [...[...longer].keys()].some((at) => longer.slice(0, at) + longer.slice(at + 1) === shorter);
  if (longer.length !== shorter.length) return false;
  const different = [...[...longer].keys()].filter((at) => longer[at] !== shorter[at]);
  const [first = 0, second = 0] = different;
  if (different.length === 1) return true;
  const swapped = longer[first] === shorter[second] && longer[second] === shorter[first];
  return different.length === 2 && second === first + 1 && swapped;
}

describe('names that differ by a letter', () => {
  it('are those that one change makes equal', () => {
    const name = fc.stringMatching(/^[ab_]{3,9}$/);
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
        const expected = names.filter((one, index) =>
          names
            .slice(0, index)
            .some(
              (other) => [one, other].every((n) => plain(n).length >= 4) && isNear(plain(one), plain(other)),
            ),
        );
        expect(reported(names)).toEqual(expected);
      }),
    );
  });

  it('leave out numbers and short names', () => {
    expect(reported(['step1', 'step2', 'get', 'set', 'read', 'real'])).toEqual(['real']);
  });

  it('are found among 20,000 tools', () => {
    const names = Array.from({ length: 20_000 }, (_, index) =>
      Array.from(index.toString(26).padStart(4, '0'), (digit) => `${digit}${digit}x`).join(''),
    ).map((name) => name.replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? ''));
    expect(reported([...new Set(names), 'zzzz_end', 'zzzz_eng'])).toContain('zzzz_eng');
  });
});
