import { contractOf } from './tool-contract.js';

it('keeps the hashes that runs have stored', () => {
  const parameters = {
    type: 'object',
    properties: {
      to: { type: 'string', description: 'Whom?' },
      amount: { type: 'number', maximum: Number.POSITIVE_INFINITY },
    },
    required: ['to'],
    additionalProperties: false,
  } as const;
  const annotations = { title: 'Pay', destructive: true };
  const source = { file: 'src/pay.ts', line: 1 };
  expect(contractOf([{ name: 'pay', description: 'Pays.', parameters, annotations, source }])).toEqual({
    pay: ['685b8bd97e0e924b', '4fdb614b3ccd19e7'],
  });
});
