import { createRedaction } from '@toolwright/redaction';
import fc from 'fast-check';
import { OutputMask } from './output-mask.js';

const redaction = createRedaction({ env: { SHOP_PASSWORD: 'violetplain99zz' } });

// K4
describe('what a program prints', () => {
  it('has no secret, in whichever pieces it comes', () => {
    const text =
      'Start\nkey sk-proj-abcdefghijklmnopqrstuvwxyz0123456789abcd and violetplain99zz, password=hunter-22x\nend\n';
    const places = fc.array(fc.nat(text.length), { maxLength: 12 });
    fc.assert(
      fc.property(places, (cuts) => {
        let shown = '';
        const mask = new OutputMask(redaction, (part) => {
          shown += part;
        });
        const ends = [0, ...cuts.sort((one, other) => one - other), text.length];
        for (const [index, end] of ends.entries()) mask.push(text.slice(ends[index - 1] ?? 0, end));
        mask.flush();
        expect(shown).not.toMatch(/proj|abcd|efgh|klmn|uvwx|0123|6789|viol|plain|99zz|hunt|22x/);
        // Two letters may be shown before they are known to begin a secret.
        expect(shown).toMatch(
          /^Start\nkey (sk?)?(\[redacted\])+ and \[redacted\], password=\[redacted\]\nend\n$/,
        );
      }),
    );
  });

  it('is shown after a moment, also if it could still become a secret', async () => {
    const shown = await new Promise((resolve) => new OutputMask(redaction, resolve).push('violetpl'));
    expect(shown).toBe('violetpl');
  });

  it('is not held back without end', () => {
    let shown = 0;
    let pushed = 0;
    const mask = new OutputMask(redaction, (part) => {
      shown += part.length;
    });
    mask.push('https://');
    for (let index = 0; index < 500; index++) {
      mask.push('x'.repeat(100));
      pushed += 100;
      expect(pushed - shown).toBeLessThan(17_000);
    }
    mask.flush();
  });
});
