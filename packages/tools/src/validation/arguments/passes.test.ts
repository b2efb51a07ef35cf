import { FunctionTool, ToolRegistry } from '../../index.js';

/** Arguments that count how often all their members are listed. */
function counted(value: object) {
  const passes = { count: 0 };
  const proxy = new Proxy(value, {
    ownKeys: (target) => {
      passes.count += 1;
      return Reflect.ownKeys(target);
    },
  });
  return { proxy, passes };
}

const registry = new ToolRegistry().register(
  new FunctionTool({
    name: 'open',
    description: 'Open.',
    parameters: { type: 'object', properties: { v: {} }, additionalProperties: false },
    fn: () => 'ok',
  }),
);

// A model may send a million values, and each pass over them takes as long as parsing them.
it.each([
  ['valid arguments', { v: 1 }, 3],
  ['unknown names', { a: 1, b: 2 }, 4],
])('%s are read in few passes', async (_, value, most) => {
  const { proxy, passes } = counted(value);
  await registry.execute('open', proxy);
  expect(passes.count).toBeGreaterThan(0);
  expect(passes.count).toBeLessThanOrEqual(most);
});

it('an object in the arguments is read in one pass where its schema says nothing', async () => {
  const { proxy, passes } = counted({ a: 1 });
  await registry.execute('open', { v: proxy });
  expect(passes.count).toBe(1);
});
