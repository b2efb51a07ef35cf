import { chosen, numberList, parseOptions } from './options.mjs';

describe('options', () => {
  it('read lists of numbers in order, and refuse anything else', () => {
    expect(numberList('1000,100,1000', '--methods')).toEqual([100, 1000]);
    expect(() => numberList('100,many', '--methods')).toThrow(
      "--methods takes whole numbers above zero, got 'many'.",
    );
    expect(parseOptions(['--', '--runs', '3', '--write'], { runs: 5 })).toMatchObject({
      runs: 3,
      write: true,
    });
    expect(() => parseOptions(['--size', '3'], { runs: 5 })).toThrow('--size');
  });

  it('choose from a list by id', () => {
    const all = [{ id: 'openai' }, { id: 'rxjs' }];
    expect(chosen(all, undefined, '--projects')).toEqual(all);
    expect(chosen(all, 'rxjs', '--projects')).toEqual([{ id: 'rxjs' }]);
    expect(chosen(all, 'none', '--projects')).toEqual([]);
    expect(() => chosen(all, 'zod', '--projects')).toThrow('--projects: no zod. Available: openai, rxjs.');
  });
});
