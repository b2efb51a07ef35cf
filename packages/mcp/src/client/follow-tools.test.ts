import type { Tool } from '@toolwright/tools';
import { FollowedTools } from './follow-tools.js';

// H8
it('a server that lists its tools in another order leaves the registry unchanged', () => {
  const tools = ['read', 'write', 'erase'].map(toTool);
  const names: string[] = [];
  const registry = {
    register: ({ name }: Tool) => names.push(name),
    unregister: () => {
      throw new Error('not expected');
    },
  };
  const followed = new FollowedTools(registry);
  followed.update(tools);
  followed.update(tools.toReversed());
  followed.update([toTool('list'), ...tools.toReversed()]);
  expect(names).toEqual(['read', 'write', 'erase', 'list']);
});

function toTool(name: string): Tool {
  return {
    name,
    description: `The tool ${name}`,
    parameters: { type: 'object', properties: {} },
    execute: () => null,
  };
}
