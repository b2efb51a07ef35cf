import { type ToolContext, ToolwrightError, thrownOf } from '@toolwright/contract';
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

  it('is not noted for a refusal or a success', async () => {
    const registry = registryFor(() => 'done');
    for (const args of [{ text: 1 }, '{"text":', { other: 1 }, {}])
      expect(thrownOf(await registry.execute('run', args))).toBeUndefined();
    expect(thrownOf(await registry.execute('other', {}))).toBeUndefined();
  });
});
