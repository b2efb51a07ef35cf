import { ToolwrightError } from '@toolwright/contract';
import { type Secret, secret } from '@toolwright/redaction';
import { readStep, stepValue } from './step-value.js';

const OTHER = { code: 'TOOL_FAILED', blame: 'tool' } as const;
// Kept, as a program would.
const kept: Secret<string> = secret('violet-otter-3');

// G4
describe('the value of a step, which a database stores', () => {
  it('holds no text of a secret', async () => {
    const value = { outcome: { result: ['violet-otter-3'], error: null }, state: { key: kept } };
    const step = await stepValue(async () => value, OTHER);
    expect(JSON.stringify(step)).toBe(
      '{"value":{"outcome":{"result":["[secret]"],"error":null},"state":{"key":"[secret]"}}}',
    );
  });

  it.each([
    ['of its own', new Error('No violet-otter-3'), { code: 'TOOL_FAILED' }],
    [
      'with a code',
      new ToolwrightError('NETWORK', 'No violet-otter-3', { blame: 'provider', hint: 'Not violet-otter-3' }),
      { code: 'NETWORK', hint: 'Not [secret]' },
    ],
  ])('nor does an error %s', async (_which, error, expected) => {
    const step = await stepValue(() => Promise.reject(error), OTHER);
    expect(() => readStep(step)).toThrow(expect.objectContaining({ message: 'No [secret]', ...expected }));
  });
});
