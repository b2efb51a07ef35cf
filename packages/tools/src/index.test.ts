import * as tools from './index.js';

describe('@toolwright/tools', () => {
  it('exports exactly the documented values', () => {
    expect(Object.keys(tools).sort()).toEqual([
      'FunctionTool',
      'ToolRegistry',
      'audio',
      'content',
      'file',
      'image',
      'resource',
      'reveal',
      'secret',
      'tool',
      'toolFinder',
      'trust',
      'typedSchema',
    ]);
  });
});
