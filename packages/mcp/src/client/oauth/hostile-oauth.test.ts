/** Authorization servers and servers that do not let a client in that has done everything right. */
import { setTimeout as sleep } from 'node:timers/promises';
import { serveMcp } from '../../serve-mcp.js';
import { createTools } from '../../tools.test.fixture.js';
import { connectMcp } from '../connect-mcp.js';
import { agree, authorizationServer, type Faults } from './authorization-server.test.support.js';

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function connect(faults: Partial<Faults>): Promise<unknown> {
  const server = await authorizationServer();
  ends.push(server.close);
  Object.assign(server.faults, faults);
  const service = await serveMcp(createTools(), {
    contextFor: () => undefined,
    http: { verifyToken: server.verifyToken, authorizationServers: [server.url] },
  });
  ends.push(service.close);
  const texts = new Map<string, string>();
  return connectMcp({
    url: service.url ?? '',
    connectTimeoutMs: 3_000,
    oauth: {
      redirectUrl: 'https://app.example/callback',
      authorize: agree,
      storage: { load: (name) => texts.get(name), save: (name, text) => void texts.set(name, text) },
    },
  });
}

it('a token that the server refuses although it is new is an error with a code', async () => {
  await expect(connect({ lifetimeMs: -1, tokens: { refresh_token: undefined } })).rejects.toMatchObject({
    name: 'ToolwrightError',
    code: 'AUTHENTICATION',
  });
});

it('an authorization server that does not answer is not waited for longer than connecting may take', async () => {
  const outcome = connect({ isSilent: true }).catch((error: unknown) => error);
  expect(await Promise.race([outcome, sleep(20_000, undefined, { ref: false })])).toMatchObject({
    code: 'TOOL_TIMEOUT',
  });
});
