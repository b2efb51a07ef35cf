import { suggestName } from '@toolwright/contract';
import { connectMcp } from './connect-mcp.js';
import { connect, endAll, until } from './connected.test.support.js';
import { listed, rogueServer } from './rogue-server.test.support.js';

afterEach(endAll);

const ECHO = `case 'tools/call': answer({ content: [{ type: 'text', text: JSON.stringify(params.arguments) }] }); break;`;

describe('tools of a server', () => {
  const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };

  it('are validated before the server is called', async () => {
    const { registry } = await connect(rogueServer(ECHO, [listed('add', { inputSchema: schema })]));
    expect(await registry.execute('add', '{"n":"5"}')).toEqual({ result: '{"n":5}', error: null });
    expect(await registry.execute('add', { n: 'five' })).toMatchObject({
      error: expect.stringContaining("Invalid arguments for 'add'"),
    });
  });

  it('take a prefix, an allow list and approval', async () => {
    const tools = [
      listed('read', { annotations: { readOnlyHint: true, title: 'Read it' } }),
      listed('write', { annotations: { destructiveHint: true, idempotentHint: true } }),
      listed('other'),
    ];
    const { registry } = await connect({
      ...rogueServer(ECHO, tools),
      prefix: 'x_',
      allow: ({ name }) => name !== 'other',
      needsApproval: ({ readOnly }) => !readOnly,
    });
    expect(registry.listTools().map(({ name, annotations }) => [name, annotations])).toEqual([
      ['x_read', { title: 'Read it' }],
      ['x_write', { destructive: true, needsApproval: true }],
    ]);
    const { registry: trusting } = await connect({
      ...rogueServer(ECHO, tools),
      allow: ['read', 'write'],
      needsApproval: ['read'],
      trusted: true,
    });
    expect(trusting.get('read')?.annotations).toEqual({
      title: 'Read it',
      readOnly: true,
      needsApproval: true,
    });
    expect(trusting.get('write')?.annotations).toEqual({ destructive: true, idempotent: true });
    await expect(connectMcp({ ...rogueServer(ECHO, tools), allow: ['raed'] })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      hint: suggestName('raed', ['read', 'write', 'other']),
    });
  });

  it('return structured content, text, and images as content, beside structured content as well', async () => {
    const { registry } = await connect(
      rogueServer(
        `case 'tools/call': answer(params.name === 'image'
          ? { content: [{ type: 'text', text: 'see' }, { type: 'image', data: 'AAAA', mimeType: 'image/png' }] }
          : params.name === 'fail' ? { content: [{ type: 'text', text: 'no paper' }], isError: true }
          : { content: params.name === 'chart' ? [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] : [],
            structuredContent: { n: params.name === 'lie' ? 'x' : 1 } }); break;`,
        [
          listed('image'),
          listed('fail'),
          listed('structured', { outputSchema: schema }),
          listed('lie', { outputSchema: schema }),
          listed('chart', { outputSchema: schema }),
        ],
      ),
    );
    // H4
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    expect(await registry.execute('image', {})).toEqual({
      result: 'see\n[image image/png, 0.0 kB]',
      error: null,
      content: [{ type: 'text', text: 'see' }, picture],
    });
    expect(await registry.execute('chart', {})).toEqual({
      result: { n: 1 },
      error: null,
      content: [{ type: 'text', text: '{"n":1}' }, picture],
    });
    expect(await registry.call('chart')).toEqual({ n: 1 });
    expect(await registry.call('structured')).toEqual({ n: 1 });
    await expect(registry.call('fail')).rejects.toMatchObject({ code: 'TOOL_FAILED', message: 'no paper' });
    expect(await registry.call('lie')).toMatch(/^\{"n":"x"\}\n\(The tool has run, but .*n must be a number/);
  });

  it("follow changes of the server's list", async () => {
    const { registry, events, connection, remove } = await connect(
      rogueServer(
        `case 'tools/call': tools = [{ ...tools[0], name: 'new' }, tools[1]]; answer({ content: [] });
          send({ method: 'notifications/tools/list_changed' }); break;`,
        [listed('old'), listed('same')],
      ),
    );
    const [, same] = registry.listTools();
    await registry.call('old');
    await until(() => events.some(({ type }) => type === 'tools-change'));
    expect(registry.listTools().map(({ name }) => name)).toEqual(['same', 'new']);
    expect(registry.get('same')).toBe(same);
    expect(connection.tools.map(({ name }) => name)).toEqual(['new', 'same']);
    remove();
    expect(registry.listTools()).toEqual([]);
  });

  it('do not replace registered tools', async () => {
    const options = rogueServer(ECHO, [listed('one'), listed('two')]);
    const { connection, registry } = await connect(options);
    registry.unregister('one');
    expect(() => connection.addTo(registry)).toThrow("named 'two'");
    expect(registry.listTools().map(({ name }) => name)).toEqual(['two']);
  });
});

describe('a server', () => {
  it('that stalls times out and receives a cancellation', async () => {
    const { registry, events } = await connect({
      ...rogueServer(
        `case 'tools/call': waiting = id; break;
         case 'notifications/cancelled': send({ method: 'notifications/message',
           params: { level: 'info', data: 'cancelled ' + (params.requestId === waiting) } }); break;`,
        [listed('slow')],
      ),
      timeoutMs: 50,
    });
    await expect(registry.call('slow')).rejects.toMatchObject({
      code: 'TOOL_TIMEOUT',
      message: expect.stringContaining("did not answer within 50 ms while 'slow' was running"),
    });
    await until(() => events.length > 0);
    expect(events).toEqual([{ type: 'log', level: 'info', logger: undefined, data: 'cancelled true' }]);
  });

  it('receives a cancellation when the call is aborted', async () => {
    const { registry, events } = await connect(
      rogueServer(
        `case 'tools/call': waiting = id; break;
         case 'notifications/cancelled': send({ method: 'notifications/message',
           params: { level: 'info', data: 'cancelled ' + (params.requestId === waiting) } }); break;`,
        [listed('slow')],
      ),
    );
    const call = registry.call('slow', {}, { signal: AbortSignal.timeout(50) });
    await expect(call).rejects.toMatchObject({ code: 'ABORTED' });
    await until(() => events.length > 0);
    expect(events).toEqual([expect.objectContaining({ data: 'cancelled true' })]);
  });

  it('that dies fails the running call and is restarted', async () => {
    const { registry, events } = await connect({
      ...rogueServer(
        `case 'tools/call': if (params.name === 'die') { process.stderr.write('on fire'); process.exit(7); }
          answer({ content: [{ type: 'text', text: 'alive' }] }); break;`,
        [listed('die'), listed('live')],
      ),
      reconnect: { delayMs: 10 },
    });
    await expect(registry.call('die')).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringMatching(/closed the connection while 'die' was running\. It printed: on fire$/),
    });
    expect(await registry.call('live')).toBe('alive');
    expect(events.map(({ type }) => type)).toEqual(['disconnect', 'tools-change', 'reconnect']);
  });

  it('that dies is not restarted if reconnecting is off', async () => {
    const { registry } = await connect({
      ...rogueServer(`case 'tools/call': process.exit(1);`, [listed('die')]),
      reconnect: false,
    });
    await expect(registry.call('die')).rejects.toMatchObject({ code: 'NETWORK' });
    await expect(registry.call('die')).rejects.toMatchObject({
      code: 'NETWORK',
      hint: expect.stringContaining('connectMcp again'),
    });
  });

  it('that sends garbage causes a warning and no failure', async () => {
    const { registry, events } = await connect(
      rogueServer(
        `case 'tools/call': process.stdout.write('Hello!\\n');
          answer(params.name === 'odd' ? { content: 'x' } : { content: [{ type: 'text', text: 'ok' }] }); break;`,
        [listed('fine'), listed('odd')],
      ),
    );
    expect(await registry.call('fine')).toBe('ok');
    expect(events).toEqual([expect.objectContaining({ type: 'warning' })]);
    expect(await registry.call('odd')).toMatch(/^x\n\(The tool has run, but part 1 of its content/);
  });

  it('that cannot be reached fails with the reason', async () => {
    await expect(connectMcp({ command: 'no-such-program-here' })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining("'no-such-program-here' could not be started"),
    });
    const dying = {
      command: process.execPath,
      args: ['--eval', "console.error('no licence'); process.exit(3)"],
    };
    await expect(connectMcp(dying)).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('It printed: no licence'),
    });
    const silent = { command: process.execPath, args: ['--eval', 'process.stdin.resume()'] };
    await expect(connectMcp({ ...silent, connectTimeoutMs: 300 })).rejects.toMatchObject({
      code: 'TOOL_TIMEOUT',
    });
    await expect(connectMcp({ ...silent, signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    await expect(connectMcp({ url: 'http://127.0.0.1:1/mcp' })).rejects.toMatchObject({ code: 'NETWORK' });
    await expect(connectMcp({ url: 'nowhere' })).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  });
});

it('ends the process when it is closed, and fails later calls', async () => {
  const { connection, registry } = await connect(
    rogueServer(
      `case 'tools/call': answer({ content: [{ type: 'text', text: String(process.pid) }] }); break;`,
      [listed('pid')],
    ),
  );
  const pid = Number(await registry.call('pid'));
  expect(() => process.kill(pid, 0)).not.toThrow();
  await connection.close();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  await expect(registry.call('pid')).rejects.toMatchObject({
    code: 'NETWORK',
    message: expect.stringContaining('is closed'),
  });
});
