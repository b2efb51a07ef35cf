import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { connectMcp } from '../client/connect-mcp.js';
import { type ServeMcpOptions, serveMcp } from '../serve-mcp.js';
import type { McpService } from '../service.js';
import { createTools } from '../tools.test.fixture.js';
import type { HttpOptions } from './http-options.js';
import type { TokenRequest, VerifiedToken } from './verified-token.js';

const services: McpService[] = [];

afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

async function serve(http: HttpOptions, options: Omit<ServeMcpOptions, 'http'> = {}): Promise<string> {
  const service = await serveMcp(createTools(), { contextFor: () => undefined, ...options, http });
  services.push(service);
  return service.url ?? '';
}

const SERVERS = ['https://login.example.com'];
const TOKENS: Readonly<Record<string, VerifiedToken>> = {
  ada: { clientId: 'app', subject: 'ada', scopes: ['tools', 'admin'], extra: { team: 7 } },
  bob: { clientId: 'app', subject: 'bob', scopes: ['tools'] },
  guest: { clientId: 'app', scopes: [] },
  old: { clientId: 'app', scopes: ['tools'], expiresAt: Date.now() / 1_000 - 1 },
  odd: { clientId: 'app', scopes: ['tools'], expiresAt: Number.NaN },
  fresh: { clientId: 'app', scopes: ['tools'], expiresAt: Date.now() / 1_000 + 600 },
};

/** What a program without types may return for a token. */
const WRONG: Readonly<Record<string, unknown>> = {
  null: null,
  false: false,
  true: true,
  empty: {},
  text: { clientId: 'app', scopes: 'my tools' },
  list: { clientId: 'app', scopes: ['tools', 1] },
  nobody: { clientId: 7, scopes: ['tools'] },
  subject: { clientId: 'app', subject: {}, scopes: ['tools'] },
  time: { clientId: 'app', scopes: ['tools'], expiresAt: '9999999999' },
};

function verifyToken(token: string): VerifiedToken | undefined {
  if (Object.hasOwn(WRONG, token)) return WRONG[token] as VerifiedToken; // It only says so.
  if (token === 'broken') throw new Error(`The signature of ${token} is wrong.`);
  return TOKENS[token];
}

async function post(url: string, token?: string, session?: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(session === undefined ? {} : { 'Mcp-Session-Id': session }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      ...(session === undefined
        ? {
            method: 'initialize',
            params: {
              protocolVersion: '2025-11-25',
              capabilities: {},
              clientInfo: { name: 'a', version: '1' },
            },
          }
        : { method: 'tools/list' }),
    }),
  });
}

describe('a verified token', () => {
  it('lets a client in, and a request without a valid one is refused with what the client needs', async () => {
    const url = await serve({ verifyToken, requiredScopes: ['tools'], authorizationServers: SERVERS });
    const where = `resource_metadata="${url.replace('/mcp', '/.well-known/oauth-protected-resource/mcp')}"`;
    const challengeOf = async (token?: string) => {
      const { status, headers } = await post(url, token);
      return [status, headers.get('www-authenticate')];
    };
    for (const token of ['ada', 'bob', 'fresh']) expect(await challengeOf(token)).toEqual([200, null]);
    expect(await challengeOf()).toEqual([401, `Bearer scope="tools", ${where}`]);
    const invalid = `Bearer error="invalid_token", scope="tools", ${where}, error_description="The token is invalid."`;
    for (const token of ['unknown', 'old', 'odd', 'broken', ...Object.keys(WRONG)]) {
      expect(await challengeOf(token)).toEqual([401, invalid]);
    }
    const narrow = `Bearer error="insufficient_scope", scope="tools", ${where}, error_description="The token must have the scopes tools."`;
    expect(await challengeOf('guest')).toEqual([403, narrow]);
    expect(await (await post(url, 'broken')).text()).not.toContain('signature');
  });

  it('is verified for the address of the server, with the headers of the request', async () => {
    const requests: TokenRequest[] = [];
    const verify = (_: string, request: TokenRequest) => {
      requests.push(request);
      return undefined;
    };
    const publicUrl = 'https://tools.example.com/v1/mcp';
    for (const http of [{}, { publicUrl }]) {
      const url = await serve({ ...http, verifyToken: verify });
      expect((await post(url, 'ada')).headers.get('www-authenticate')).not.toContain('resource_metadata');
      expect(requests.at(-1)).toMatchObject({
        resource: 'publicUrl' in http ? publicUrl : url,
        headers: { authorization: 'Bearer ada' },
      });
    }
  });

  it.each(['2026-07-28', '2025-11-25'] as const)('reaches `contextFor` in revision %s', async (revision) => {
    const registry = new ToolRegistry().register(
      new FunctionTool({
        name: 'who',
        description: 'Names the user.',
        parameters: { type: 'object', properties: {} },
        needsContext: true,
        fn: (_: object, { app }: { app: unknown }) => app,
      }),
    );
    const service = await serveMcp(registry, {
      contextFor: ({ token }: { token: VerifiedToken | undefined }) => token,
      http: { verifyToken },
    });
    services.push(service);
    const answers = ['ada', 'bob'].map(async (token) => {
      await using connection = await connectMcp({ url: service.url ?? '', token, revision });
      const far = new ToolRegistry();
      connection.addTo(far);
      return JSON.parse(String(await far.call('who')));
    });
    expect(await Promise.all(answers)).toEqual([TOKENS.ada, TOKENS.bob]);
  });

  it('of somebody else does not open a session', async () => {
    const url = await serve({ verifyToken });
    const session = (await post(url, 'ada')).headers.get('mcp-session-id') ?? '';
    expect((await post(url, 'bob', session)).status).toBe(404);
    expect((await post(url, 'ada', session)).status).toBe(200);
  });
});

describe('a server whose authorization servers are known', () => {
  it('describes itself to everybody, also for its address behind a proxy', async () => {
    const publicUrl = 'https://tools.example.com/v1/mcp';
    const options = { verifyToken, authorizationServers: SERVERS, requiredScopes: ['tools'] };
    const { origin } = new URL(await serve({ ...options, publicUrl }));
    for (const path of ['', '/mcp', '/v1/mcp']) {
      const answer = await fetch(`${origin}/.well-known/oauth-protected-resource${path}`);
      expect(await answer.json()).toEqual({
        resource: publicUrl,
        authorization_servers: SERVERS,
        scopes_supported: ['tools'],
        bearer_methods_supported: ['header'],
      });
    }
    const other = await serve({ verifyToken });
    const missing = `${new URL(other).origin}/.well-known/oauth-protected-resource`;
    expect((await fetch(missing)).status).toBe(401);
  });

  it('must be set up so that clients can use it', async () => {
    const refused = (http: HttpOptions) => expect(serveMcp(createTools(), { http })).rejects;
    await refused({ token: 'a', verifyToken }).toMatchObject({
      message: expect.stringContaining('mutually exclusive'),
    });
    await refused({ authorizationServers: SERVERS }).toMatchObject({ code: 'INVALID_CONFIG' });
    await refused({ verifyToken, requiredScopes: ['a"b'] }).toMatchObject({
      message: expect.stringContaining('"a\\"b" is not'),
    });
    await refused({ verifyToken, authorizationServers: ['login'] }).toMatchObject({ code: 'INVALID_CONFIG' });
    await refused({ verifyToken, host: '0.0.0.0' }).toMatchObject({ code: 'INVALID_CONFIG' });
    const exposed = { verifyToken, host: '0.0.0.0', allowedHosts: ['tools.example.com'] };
    await refused({ ...exposed, authorizationServers: SERVERS }).toMatchObject({
      hint: expect.stringContaining('publicUrl'),
    });
  });
});
