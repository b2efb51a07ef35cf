/** A program that serves resources over standard input and output. Its tool `touch` changes one of them. */
import { FunctionTool } from '@toolwright/tools';
import { createHandbook } from '../resources.test.fixture.js';
import { serveMcp } from '../serve-mcp.js';

await serveMcp(() => {
  const { registry } = createHandbook();
  const touch = new FunctionTool({
    name: 'touch',
    description: 'Changes a resource.',
    parameters: { type: 'object', properties: { uri: { type: 'string' } }, required: ['uri'] },
    fn: ({ uri }: { uri: string }) => registry.resourceChanged(uri),
  });
  return registry.register(touch);
});
