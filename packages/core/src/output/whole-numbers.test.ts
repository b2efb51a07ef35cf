import { parseOutput } from './parse-output.js';

const WHOLE_NUMBER = { type: 'string', pattern: '^(?:0|-?[1-9]\\d*)$' } as const;
const output = {
  type: 'object',
  properties: { x: WHOLE_NUMBER, perhaps: { anyOf: [WHOLE_NUMBER, { type: 'null' }] } },
  additionalProperties: false,
} as const;

describe.each(['x', 'perhaps'])('a number for a bigint: %s', (name) => {
  it.each([
    ['7', '7'],
    ['7.0', '7'],
    ['1e3', '1000'],
    ['1e21', `1${'0'.repeat(21)}`],
    ['100000000000000000000.0', `1${'0'.repeat(20)}`],
    ['9007199254740993.0', '9007199254740993'],
  ])('is accepted in the spelling %s', async (spelling, digits) => {
    const parsed = await parseOutput(`{"${name}": ${spelling}}`, output);
    expect(parsed).toMatchObject({ value: { [name]: digits } });
  });

  it.each(['1.5', '1e999999999'])('is refused if it is not whole or too long: %s', async (spelling) => {
    const parsed = parseOutput(`{"${name}": ${spelling}}`, output);
    await expect(parsed).rejects.toMatchObject({ code: 'INVALID_OUTPUT' });
  });
});
