import { type ToolContext, ToolwrightError, thrownOf } from '@toolwright/contract';
import { secret } from '@toolwright/redaction';
import { FunctionTool } from './function-tool.js';
import { ToolRegistry } from './tool-registry.js';

function registryFor(fn: (args: { readonly text?: string }, context: ToolContext) => unknown): ToolRegistry {
  const parameters = {
    type: 'object',
    properties: { text: { type: 'string' } },
    additionalProperties: false,
  } as const;
  return new ToolRegistry().register(new FunctionTool({ name: 'run', description: 'Runs.', parameters, fn }));
}

// K7
describe('what a tool throws', () => {
  it.each([
    ['an error', new TypeError('no room')],
    ['a text', 'no room'],
    ['nothing', undefined],
    ['an error of the library', new ToolwrightError('TOOL_FAILED', 'no room', { blame: 'tool' })],
  ])('is noted on the outcome: %s', async (_, value) => {
    const fail = () => {
      throw value;
    };
    for (const fn of [fail, async () => fail()]) {
      const outcome = await registryFor(fn).execute('run', {});
      expect(outcome.error).not.toBeNull();
      expect(thrownOf(outcome)).toEqual({ value });
    }
  });

  it('is noted if its result cannot become JSON', async () => {
    const error = new Error('no JSON');
    const result = {
      toJSON: () => {
        throw error;
      },
    };
    const outcome = await registryFor(() => result).execute('run', {});
    expect(outcome.error).toContain('no JSON');
    const { value } = thrownOf(outcome) ?? {};
    expect([value, value instanceof Error && value.cause]).toContain(error);
  });

  it.each([
    ['a value that JSON cannot carry', () => ({ at: [1n] }), 'is a BigInt'],
    ['too much, with a blob', () => [new Blob(['x']), 'x'.repeat(4_000_001)], 'the limit is 4,000,000'],
  ])('is noted if the registry refuses a result: %s', async (_, fn, message) => {
    const outcome = await registryFor(fn).execute('run', {});
    expect(outcome).toEqual({ result: null, error: expect.stringContaining(message) });
    const value = { code: 'INVALID_RESULT', message: outcome.error, hint: expect.stringMatching(/^Return/) };
    expect(thrownOf(outcome)).toEqual({ value: expect.objectContaining(value) });
  });

  it('is noted on a result whose beginning the registry keeps, also if it masks a secret in it', async () => {
    secret('violet-plain-99zz');
    const text = `violet-plain-99zz ${'x'.repeat(4_000_000)}`;
    const outcome = await registryFor(() => text).execute('run', {});
    expect([String(outcome.result).slice(0, 10), outcome.error]).toEqual(['[secret] x', null]);
    const message = 'result is too large: 4,000,020 or more characters of JSON; the limit is 4,000,000.';
    const value = expect.objectContaining({ code: 'INVALID_RESULT', message });
    expect(thrownOf(outcome)).toEqual({ value });
  });

  it('is not noted for a refusal or a success', async () => {
    const registry = registryFor(() => 'done');
    for (const args of [{ text: 1 }, '{"text":', { other: 1 }, {}])
      expect(thrownOf(await registry.execute('run', args))).toBeUndefined();
    expect(thrownOf(await registry.execute('other', {}))).toBeUndefined();
  });
});
