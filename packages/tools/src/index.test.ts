import * as tools from './index.js';

describe('@toolwright/tools', () => {
  it('exports these values', () => {
    expect(Object.keys(tools).sort()).toEqual(['FunctionTool', 'ToolRegistry', 'tool', 'typedSchema']);
  });
});
