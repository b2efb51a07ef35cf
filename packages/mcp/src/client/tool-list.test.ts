import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { growth } from '../../../../scripts/growth.mjs';
import { connectMcp } from './connect-mcp.js';
import { connect, endAll } from './connected.test.support.js';
import { readToolList } from './remote-tool-list.js';
import { listed, rogueServer } from './rogue-server.test.support.js';

afterEach(endAll);

const ECHO = `case 'tools/call': answer({ content: [{ type: 'text', text: JSON.stringify(params.arguments) }] }); break;`;

describe('a server', () => {
  it('with unusable tools gives the others, and a warning that names each of the unusable ones', async () => {
    const bad = [
      listed('a', { inputSchema: { type: 'array' } }),
      listed('b', { inputSchema: undefined }),
      listed('c', { outputSchema: 'number' }),
      listed('my tool'),
      listed('good', { description: 'Another one.' }),
      { description: 'Nameless.', inputSchema: { type: 'object' } },
      ['not a tool'],
    ];
    const { registry, events } = await connect(rogueServer(ECHO, [listed('good'), ...bad]));
    expect(registry.listTools()).toMatchObject([{ name: 'good', description: 'Does good.' }]);
    const messages = events.map((event) => (event.type === 'warning' ? event.message : event.type));
    expect(messages).toEqual([
      expect.stringContaining("The tool 'a' of"),
      expect.stringContaining("'b' of"),
      expect.stringMatching(/'c' of .* has an output schema that is not an object/),
      expect.stringContaining("'my tool' of"),
      expect.stringMatching(/'good' of .* is listed twice; only the first entry is used/),
      expect.stringContaining('a tool without a name, at position 7'),
      expect.stringContaining('a tool without a name, at position 8'),
    ]);
    const only = await connect({
      ...rogueServer(ECHO, [...bad, listed('good')]),
      allow: ['other', 'good'],
    }).catch((error) => error);
    expect(only).toMatchObject({ code: 'INVALID_CONFIG' });
  });

  it('with endless metadata for a tool gives the tool without it', async () => {
    // The server's own JSON.stringify would fail.
    const list = `case 'tools/list': {
      const meta = '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000);
      const [odd, good] = tools.map((tool) => JSON.stringify(tool).slice(0, -1));
      const all = odd + ',"_meta":' + meta + '},' + good + ',"_meta":{"ui":{}}}';
      process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":{"tools":[' + all + ']}}\\n');
      break;
    }`;
    const { registry } = await connect(rogueServer(list, [listed('odd'), listed('good')]));
    expect(registry.get('odd')?.annotations).toEqual({});
    expect(registry.get('good')?.annotations).toEqual({ meta: { ui: {} } });
  });

  it('with schemas that cannot be checked gives tools that check the rest', async () => {
    const properties = {
      x: { $ref: 'https://example.com/x' },
      y: { type: 'strnig', default: 5 },
      z: { type: 'string', pattern: '(' },
      n: { type: 'integer' },
    };
    const { registry, events } = await connect(
      rogueServer(ECHO, [listed('odd', { inputSchema: { type: 'object', properties } })]),
    );
    expect(events).toEqual([]);
    // The server puts in its own defaults.
    expect(await registry.call('odd', { x: 1, z: '(' })).toBe('{"x":1,"z":"("}');
    expect(await registry.execute('odd', { n: 'five' })).toMatchObject({
      error: expect.stringContaining('n must be a whole number'),
    });
  });

  it('with a list that is none, too long or never ends is refused', async () => {
    const lists: [string, string][] = [
      ['{ tools: 5 }', 'a response without a list of tools'],
      [`{ tools: [], nextCursor: 'on' }`, 'repeats a cursor'],
      [`{ tools, nextCursor: String(id) }`, 'more than 1,000 pages'],
      [`{ tools: [{ ...tools[0], description: 'a'.repeat(3e7) }], nextCursor: String(id) }`, 'too large'],
      [`{ tools: new Array(150).fill(tools[0]), nextCursor: String(id) }`, 'more than 2,000 tools'],
      [
        `{ tools: Array.from({ length: 100_000 }, (_, index) => ({ ...tools[0], name: 't' + index })) }`,
        'tools',
      ],
    ];
    for (const [list, message] of lists) {
      const server = rogueServer(`case 'tools/list': answer(${list}); break;`, [listed('a')]);
      await expect(connectMcp(server)).rejects.toMatchObject({
        code: 'INVALID_RESPONSE',
        message: expect.stringContaining(message),
      });
    }
  });

  it('with as many tools as `maxTools` allows is used, and one with more is refused', async () => {
    const tools = ['a', 'b', 'c'].map((name) => listed(name));
    const { registry } = await connect({ ...rogueServer(ECHO, tools), maxTools: 3 });
    expect(registry.listTools()).toHaveLength(3);
    await expect(connectMcp({ ...rogueServer(ECHO, tools), maxTools: 2 })).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringContaining('more than 2 tools'),
    });
  });

  it('with a long list is read in time that grows with it', async () => {
    const properties = { id: { $ref: '#/$defs/id' }, name: { type: 'string', pattern: '^\\_' } };
    const inputSchema = { type: 'object', properties, $defs: { id: { type: 'integer' } } };
    const all = Array.from({ length: 8_000 }, (_, index) => listed(`t${index}`, { inputSchema }));
    const read = (size: number): void => {
      const registry = new ToolRegistry();
      for (const { info, parameters } of readToolList('S', all.slice(0, size), {}).tools) {
        const { name, description } = info;
        registry.register(
          new FunctionTool({ name, description, parameters, strictSchema: false, fn: () => null }),
        );
      }
      expect(registry.listTools()).toHaveLength(size);
    };
    expect(await growth(read, [500, 2_000, 8_000])).toBe('linear');
  });

  it('that stalls while it lists its tools times out, or is aborted, at once', async () => {
    const silent = rogueServer(`case 'tools/list': break;`);
    const begun = performance.now();
    await expect(connectMcp({ ...silent, connectTimeoutMs: 1_500 })).rejects.toMatchObject({
      code: 'TOOL_TIMEOUT',
      message: expect.stringContaining('while it listed its tools'),
    });
    const signal = AbortSignal.timeout(1_000);
    await expect(connectMcp({ ...silent, signal })).rejects.toMatchObject({ code: 'ABORTED' });
    // Only against the default of 30 seconds.
    expect(performance.now() - begun).toBeLessThan(25_000);
  });

  it('that stalls while it lists its tools again does not delay the end', async () => {
    const options = rogueServer(
      `case 'tools/call': answer({ content: [] }); send({ method: 'notifications/tools/list_changed' }); break;
       case 'tools/list': if (waiting) { send({ method: 'notifications/message', params: { level: 'info', data: 'asked' } }); break; }
         waiting = true; answer({ tools }); break;`,
      [listed('a')],
    );
    const { connection, registry, events } = await connect(options);
    await registry.call('a');
    while (events.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const begun = performance.now();
    await connection.close();
    expect(performance.now() - begun).toBeLessThan(100_000);
    expect(events).toEqual([expect.objectContaining({ data: 'asked' })]);
  });
});
