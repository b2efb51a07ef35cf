import { growth } from '../../../../../../scripts/growth.mjs';
import { lineOfMember } from './find-line.js';

const pointer = '/parameters/properties/options/properties/limit';

// F2
describe('lineOfMember', () => {
  it('finds members behind comments, modifiers and quotes', () => {
    const text = `class A {
  list(
    /* options: limit, */ id: string,
    'options': {
      // limit: the old one
      readonly limit?: number;
    },
  ) {}
}`;
    expect(lineOfMember(text, 2, 'list', pointer)).toBe(6);
    expect(lineOfMember(text, 2, 'list', '/parameters/properties/id')).toBe(3);
  });

  it.each([' ', '\n', '/* a */', '// a\n', 'readonly '])(
    'passes many of %j in linear time',
    async (piece) => {
      const find = (size: number) => {
        const blanks = piece.repeat(Math.ceil(size / piece.length));
        const line = lineOfMember(`list(options: {${blanks}limit: number })`, 1, 'list', pointer);
        expect(line).toBe(blanks.split('\n').length);
      };
      expect(await growth(find, [10_000, 40_000, 160_000])).toBe('linear');
    },
  );
});
