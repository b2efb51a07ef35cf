import { createRedaction } from '@toolwright/redaction';
import fc from 'fast-check';
import { callRedaction } from './call-redaction.js';

const schema = { type: 'object', properties: { pin: { type: 'string', format: 'password' } } };
const base = createRedaction();

// K4
describe('the redaction of a call', () => {
  it('is that of the program if no argument is a secret', () => {
    expect(callRedaction({ text: 'hunter2hunter2', pin: 'abc', password: null }, schema, base)).toBe(base);
  });

  it('finds every value of a secret argument in any text', () => {
    const word = fc.string({ minLength: 8, maxLength: 40 }).filter((text) => text.trim().length >= 8);
    fc.assert(
      fc.property(word, fc.string(), fc.string(), (secret, before, after) => {
        const args = { deep: [{ pin: { list: [secret] } }] };
        const { redact } = callRedaction(args, schema, base);
        expect(redact(`${before}${secret.trim()}${after}`)).toContain('[redacted]');
      }),
    );
  });

  it('looks at a bounded number of values', () => {
    const pin = Array.from({ length: 200_000 }, (_, index) => `secret-number-${index}`);
    const { redact } = callRedaction({ pin }, schema, base);
    const text = 'secret-number-199999 and a word'.repeat(10_000);
    expect(redact(text)).not.toContain('199999');
  });
});
