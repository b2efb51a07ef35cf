import fc from 'fast-check';
import { composeMessage } from './compose-message.js';

// E11
describe('the text of a commit', () => {
  it('has a title of one line and at most 72 characters, then an empty line', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(fc.option(text), text, text, (emoji, rest, message) => {
        const title = `a${rest}`;
        const [first = '', second] = composeMessage({ emoji, title, message }).split('\n');
        expect([...first].length).toBeLessThanOrEqual(72);
        expect(second).toBe('');
      }),
    );
  });

  it('is none without a title', () => {
    expect(() => composeMessage({ emoji: null, title: ' \n\u0000', message: 'x' })).toThrow('no title');
  });

  it('has neither control characters nor other line ends', () => {
    expect(composeMessage({ emoji: null, title: 'A\r\nB\u001b[0m', message: 'x\u0000\r\ny' })).toBe(
      'A B[0m\n\nx\ny\n',
    );
  });
});
