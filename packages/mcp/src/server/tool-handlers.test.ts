import { ToolwrightError, withDeveloperError } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { closeSessions, session } from './session.test.support.js';

afterEach(closeSessions);

// M2
it('a call that only the developer of the server can mend is answered with an error of the protocol', async () => {
  const parameters = { type: 'object', properties: {} } as const;
  const look = new FunctionTool({ name: 'look', description: 'Looks.', parameters, execute: () => 'seen' });
  const registry = new ToolRegistry().register(look);
  const error = new ToolwrightError('STALE_MANIFEST', 'Run codegen.', { blame: 'developer' });
  const execute = async () => withDeveloperError({ result: null, error: error.message }, error);
  const { client } = await session({}, {}, Object.assign(registry, { execute }));
  await expect(client.callTool({ name: 'look' })).rejects.toMatchObject({
    code: -32_603,
    message: expect.stringContaining('Run codegen.'),
  });
});
