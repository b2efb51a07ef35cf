import type { LLMDelta, LLMNotice, Message } from '@toolwright/contract';
import { type Api, CHAT_API, RESPONSES_API } from '../providers/openai/apis.test.support.js';
import { withOwnNames } from '../reply/own-names.js';
import { assemble, toAssistantMessage } from '../reply/stream-assembler.js';
import { wireName } from '../request/wire-names.js';
import { SSE, sendJson, sharedRawServer } from '../testing/raw-server.test.support.js';
import { weatherTool } from '../testing/weather-tool.test.support.js';
import { createClient } from './create-client.js';

const OWN = 'weather.of';
const SENT = wireName(OWN);
const weather = weatherTool(OWN, 'Weather of a city.');
const hello: Message = { role: 'user', content: 'Hello' };

const server = sharedRawServer();

function clientOf({ api, reply, stream }: Api) {
  server.respond((response, { body }) => {
    const said = { calls: [[SENT, '{"city":"Oslo"}']] } as const;
    if (body.stream) response.writeHead(200, SSE).end(stream(said));
    else sendJson(response, reply(said));
  });
  const config = { retries: { maxRetries: 0 }, timeouts: { totalMs: 5000 } };
  const target = { provider: 'openai', model: 'gpt-5-mini', apiKey: 'k', api, baseUrl: server.url } as const;
  return createClient({ ...target, ...config });
}

// A tool of an MCP server may be named `a.b`, or have up to 128 characters.
describe.each([CHAT_API, RESPONSES_API])('a tool whose name the provider refuses, $api', (api) => {
  it.each(['generate', 'stream'] as const)(
    'is sent under another name and called by its own: %s',
    async (way) => {
      const client = clientOf(api);
      const ask = (messages: readonly Message[]) =>
        way === 'generate'
          ? client.generate(messages, [weather], {})
          : assemble(client.stream?.(messages, [weather], {}) ?? []);
      const response = await ask([hello]);
      expect(api.functions(server.requests[0]?.body ?? {})).toMatchObject([{ name: SENT }]);
      expect(response.toolCalls).toMatchObject([{ function: { name: OWN, arguments: '{"city":"Oslo"}' } }]);
      const said = toAssistantMessage(response);
      expect(JSON.stringify(said.tool_calls)).not.toContain(SENT);
      const id = response.toolCalls[0]?.id ?? '';
      await ask([hello, said, { role: 'tool', tool_call_id: id, content: 'Rain.' }]);
      const body = JSON.stringify(server.requests[1]?.body);
      expect(body).toContain(`"name":"${SENT}"`);
      expect(body).not.toContain(OWN);
    },
  );

  it('is named in warnings by its own name', async () => {
    const events: LLMNotice[] = [];
    const open = { ...weather, parameters: { type: 'object', properties: { any: {} } } } as const;
    await clientOf(api).generate([hello], [open], { onEvent: (event) => events.push(event) });
    expect(events).toMatchObject([
      { message: expect.stringContaining(`The tool '${OWN}' is sent without strict mode`) },
    ]);
  });
});

describe('a name that a server sends in pieces', () => {
  async function read(...deltas: readonly LLMDelta[]): Promise<readonly LLMDelta[]> {
    const waiting = [...deltas];
    const next = async () => {
      const delta = waiting.shift();
      return delta && [delta];
    };
    const source = withOwnNames({ next, close: () => undefined }, new Map([[SENT, OWN]]));
    const read: LLMDelta[] = [];
    for (let batch = await source.next(); batch; batch = await source.next()) read.push(...batch);
    return read;
  }
  const call = (name: string, more: object = {}): LLMDelta => ({ type: 'tool-call-delta', name, ...more });
  const args: LLMDelta = { type: 'tool-call-delta', arguments: '{}' };

  it('is put together', async () => {
    const [first, second, third] = [SENT.slice(0, 3), SENT.slice(3, 8), SENT.slice(8)];
    expect(await read(call(first, { id: 'a' }), call(second), call(third), args)).toEqual([
      call(OWN, { id: 'a' }),
      args,
    ]);
  });

  it('and that is another one stays as it is', async () => {
    const text: LLMDelta = { type: 'text-delta', text: 'x' };
    expect(
      await read(call('wea', { id: 'a' }), args, call('weather_', { id: 'b' }), call('add'), text),
    ).toEqual([call('wea', { id: 'a' }), args, call('weather_', { id: 'b' }), call('add'), text]);
    expect(await read(call('weather', { arguments: '{}' }), call(OWN), args)).toEqual([
      call('weather', { arguments: '{}' }),
      call(OWN),
      args,
    ]);
  });
});
