import * as fc from 'fast-check';
import { decodeSegment, encodeSegment } from './segment.js';

const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0xd800, 0xdc00, 0x2e, 0x7e, 0x30)))
  .map((codes) => String.fromCharCode(...codes));

// K2
it('takes any text through an address, as one segment that no browser changes', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.constantFrom('', '.', '..', '~', '~002e', '\ud800')), (text) => {
      const { pathname } = new URL(`http://127.0.0.1/api/runs/${encodeSegment(text)}/replay`);
      const [, , , segment = '', ...rest] = pathname.split('/');
      expect(rest).toEqual(['replay']);
      expect(segment).not.toBe('');
      expect(decodeSegment(segment)).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

it('leaves usual ids readable', () => {
  expect(encodeSegment('b5b9-1.2_x')).toBe('b5b9-1.2_x');
});
