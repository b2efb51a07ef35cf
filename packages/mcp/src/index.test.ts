import * as mcp from './index.js';

it('exports these values', () => {
  expect(Object.keys(mcp).sort()).toEqual([
    'connectMcp',
    'createMcpEndpoint',
    'findMcpCall',
    'mcpServerTools',
    'serveMcp',
  ]);
});
