import { createRedaction } from '@toolwright/redaction';
import fc from 'fast-check';
import { boundValue } from './bound-value.js';

const redaction = createRedaction();
const bound = (value: unknown, characters: number) => boundValue(value, characters, redaction);

// K4
describe('a bounded value', () => {
  it('is the value itself if there is room', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value));
        fc.pre(redaction.redact(JSON.stringify(json)) === JSON.stringify(json));
        fc.pre(!JSON.stringify(json).includes('__proto__'));
        const text = JSON.stringify(json, redaction.redactMember);
        expect(bound(json, 1_000_000)).toEqual({ value: JSON.parse(text), omitted: 0 });
      }),
    );
  });

  it('never has many more characters than its room, and says that some are missing', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(60), (value, room) => {
        const { value: kept, omitted } = bound(value, room);
        const before = JSON.stringify(value).length;
        expect(JSON.stringify(kept).length).toBeLessThanOrEqual(Math.max(4 * room, before) + 20);
        if (JSON.stringify(kept) !== JSON.stringify(JSON.parse(JSON.stringify(value)))) {
          expect(omitted).toBeGreaterThanOrEqual(0);
        }
      }),
    );
    const { value, omitted } = bound(
      { list: Array.from({ length: 1_000 }, () => 'x'.repeat(1_000)) },
      10_000,
    );
    expect(JSON.stringify(value).length).toBeLessThan(11_000);
    expect(omitted).toBeGreaterThan(985_000);
  });

  it('masks secrets by form, by name, and across the cut', () => {
    const key = `sk-proj-${'abcdefghij'.repeat(5)}`;
    expect(bound({ apiKey: 1, password: { deep: 'x' }, text: `key ${key}`, [key]: 1 }, 1_000).value).toEqual({
      apiKey: '[redacted]',
      password: '[redacted]',
      text: 'key [redacted]',
      '[redacted]': 1,
    });
    expect(bound(`key ${key}`, 20).value).not.toContain('abcdef');
  });

  it('ends for circles, deep values, and values that throw', () => {
    const circle: unknown[] = [];
    circle.push(circle, circle);
    expect(JSON.stringify(bound(circle, 10_000).value).length).toBeLessThan(50_000);
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
    expect(bound(deep, 100_000).value).toBeInstanceOf(Array);
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    expect(bound({ hostile, big: 5n, none: undefined, made: () => 1 }, 100).value).toEqual({
      hostile: {},
      big: '5',
    });
  });
});
