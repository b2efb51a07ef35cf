import { withSection } from './page.mjs';
import { median, medians, ratio } from './statistics.mjs';
import { figure, table } from './table.mjs';
import { verdict } from './targets.mjs';

describe('statistics', () => {
  it('take the middle value, or the mean of the two middle values', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([10, 2, 4, 8])).toBe(6);
    expect(() => median([])).toThrow('not defined');
  });

  it('take the median of each key, and leave out keys that a run did not measure', () => {
    expect(
      medians([
        { wallMs: 3, cpuMs: 1 },
        { wallMs: 1, cpuMs: undefined },
        { wallMs: 2, cpuMs: 5 },
      ]),
    ).toEqual({ wallMs: 2, cpuMs: undefined });
  });

  it('have no ratio if a side is missing or zero', () => {
    expect(ratio(3, 2)).toBe(1.5);
    expect(ratio(undefined, 2)).toBeUndefined();
    expect(ratio(3, undefined)).toBeUndefined();
    expect(ratio(3, 0)).toBeUndefined();
  });

  it('judge a target, but not one that was not measured', () => {
    expect(verdict({ what: '', unit: 's', limit: 0.12, value: 0.12 })).toBe('pass');
    expect(verdict({ what: '', unit: 's', limit: 0.12, value: 0.13 })).toBe('FAIL');
    expect(verdict({ what: '', unit: 's', limit: 0.12, value: undefined })).toBe('not measured');
  });
});

describe('tables', () => {
  it('align figures right and pad all columns', () => {
    expect(
      table(
        ['tool', 's', 'note'],
        [
          ['tsc', figure(1.5), ''],
          ['ours', figure(undefined), ''],
        ],
      ),
    ).toBe(
      [
        '| tool |    s | note |',
        '| ---- | ---: | ---- |',
        '| tsc  | 1.50 |      |',
        '| ours |    – |      |',
      ].join('\n'),
    );
  });

  it('replace their own section of the page, and keep the rest', () => {
    const first = withSection('# Page\n', 'codegen', 'one\n');
    const both = withSection(first, 'import', 'two');
    expect(withSection(both, 'codegen', 'three')).toBe(
      '# Page\n\n<!-- bench codegen -->\nthree\n<!-- /bench codegen -->\n\n<!-- bench import -->\ntwo\n<!-- /bench import -->\n',
    );
  });
});
