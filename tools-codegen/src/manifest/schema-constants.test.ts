import type { JsonSchema } from '@toolwright/contract';
import { createSchemaOrigins } from '../emit/schema-origins.js';
import { createNames } from './create-names.js';
import { createPrintMemory } from './print-memory.js';
import { printValue } from './print-value.js';
import { createSchemaConstants } from './schema-constants.js';

function setUp() {
  const origins = createSchemaOrigins();
  const constants = createSchemaConstants(origins, createNames(), createPrintMemory());
  const print = (value: unknown): string => printValue(value, '', constants.find);
  /** The exports of the printed module. */
  const run = (text: string): unknown =>
    new Function(`${constants.statements.join('').replaceAll(' as const', '')} return (${text});`)();
  return { origins, constants, print, run };
}

const price = (): JsonSchema => ({ type: 'object', properties: { amount: { type: 'number' } } });

describe('constants of named types', () => {
  it('are written once, before their first use', () => {
    const { origins, constants, print, run } = setUp();
    const money = origins.name(price(), 'Money');
    const order = origins.name({ type: 'object', properties: { total: money, paid: money } }, 'Order');
    const text = print({ type: 'array', items: order });
    expect(text).toBe("{ type: 'array', items: $Order }");
    expect(constants.statements).toEqual([
      "const $Money = { type: 'object', properties: { amount: { type: 'number' } } } as const;\n",
      "const $Order = { type: 'object', properties: { total: $Money, paid: $Money } } as const;\n",
    ]);
    expect(run(text)).toEqual({ type: 'array', items: order });
  });

  it('are combined with the documentation at each use', () => {
    const { origins, print, run } = setUp();
    const money = origins.name({ ...price(), description: 'An amount.' }, 'Money');
    const fee = origins.extend(money, { description: 'The fee.' });
    const twice = origins.extend(fee, { default: { amount: 1 } });
    expect(print(fee)).toBe("{ ...$Money, description: 'The fee.' }");
    const text = print(twice);
    expect(text).toBe("{ ...$Money, description: 'The fee.', default: { amount: 1 } }");
    expect(run(text)).toEqual({ ...price(), description: 'The fee.', default: { amount: 1 } });
  });

  it('are shared by types with the same name and schema, and numbered if only the name is the same', () => {
    const { origins, constants, print } = setUp();
    const [one, same] = [origins.name(price(), 'Money'), origins.name(price(), 'Money')];
    const other = origins.name({ type: 'string' }, 'Money');
    expect(print([one, same, other])).toBe('[$Money, $Money, $Money_2]');
    expect(constants.statements).toHaveLength(2);
  });

  it('are on one line if they fit, and otherwise on several', () => {
    const { origins, constants, print } = setUp();
    print(origins.name({ type: 'string', description: 'x'.repeat(50) }, 'Short'));
    print(origins.name({ type: 'string', description: 'x'.repeat(55) }, 'Long'));
    const [short = '', long = ''] = constants.statements;
    expect(short.trimEnd().length).toBeLessThanOrEqual(110);
    expect(short.match(/\n/g)).toHaveLength(1);
    expect(long.match(/\n/g)).toHaveLength(4);
  });
});
