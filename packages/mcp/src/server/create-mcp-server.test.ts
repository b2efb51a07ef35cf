import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  type Progress,
  PromptListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { describeUnknown, type ManifestTool, type ToolSpec } from '@toolwright/contract';
import { type Secret, secret } from '@toolwright/redaction';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { createPrompts, waiting } from '../tools.test.fixture.js';
import { closeSessions, session } from './session.test.support.js';

afterEach(closeSessions);

describe('tools', () => {
  it('are listed with input and output schemas and hints', async () => {
    const { client } = await session({ name: 'shop', version: '2.0.0', instructions: 'Be quick.' });
    expect(client.getServerVersion()).toEqual({ name: 'shop', version: '2.0.0' });
    expect(client.getInstructions()).toBe('Be quick.');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      'add describe echo lie fail wait count erase ask'.split(' '),
    );
    expect(tools[0]).toEqual({
      name: 'add',
      title: 'Add',
      description: 'Adds two numbers.',
      inputSchema: {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number', default: 1 } },
        required: ['a'],
        additionalProperties: false,
      },
      outputSchema: {
        type: 'object',
        properties: { result: { type: 'number' } },
        required: ['result'],
        additionalProperties: false,
      },
      annotations: {
        title: 'Add',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    });
    expect(tools.find(({ name }) => name === 'erase')?.annotations).toEqual({
      title: 'Erase it all',
      readOnlyHint: false,
      destructiveHint: true,
    });
  });

  // M9
  it('are listed with hints that codegen proved, which the source overrules', async () => {
    class Notes {
      find(): string {
        return 'a note';
      }
      say(): string {
        return 'said';
      }
    }
    const entry = (member: 'find' | 'say', spec: Partial<ToolSpec>): ManifestTool => ({
      target: () => Notes,
      member,
      call: { parameters: [] },
      spec: {
        name: member,
        description: 'Does.',
        parameters: { type: 'object', properties: {}, additionalProperties: false },
        annotations: {},
        ...spec,
      },
    });
    const tools = new ToolRegistry({
      version: 1,
      tools: [
        entry('find', { proved: { readOnly: true, openWorld: false } }),
        entry('say', { annotations: { openWorld: true }, proved: { readOnly: false, openWorld: false } }),
      ],
    }).registerFrom(new Notes(), { prefix: 'notes_' });
    // Only a manifest says what codegen proved.
    const byHand = {
      name: 'by_hand',
      description: 'Does.',
      parameters: { type: 'object' as const, properties: {} },
      proved: { readOnly: true },
    };
    expect(() => new FunctionTool({ ...byHand, fn: () => 1 })).toThrow(
      "'FunctionTool' has no option 'proved'.",
    );
    tools.register({ ...byHand, execute: () => 1 });
    const { client } = await session({}, {}, tools);
    const listed = (await client.listTools()).tools.map(({ name, annotations }) => [name, annotations]);
    expect(Object.fromEntries(listed)).toEqual({
      notes_find: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      notes_say: { readOnlyHint: false, openWorldHint: true },
      by_hand: undefined,
    });
  });

  it('return structured content if they have an output schema, and always text', async () => {
    const { client } = await session();
    await client.listTools();
    expect(await client.callTool({ name: 'add', arguments: { a: 2 } })).toEqual({
      content: [{ type: 'text', text: '3' }],
      structuredContent: { result: 3 },
    });
    expect(await client.callTool({ name: 'describe', arguments: { text: 'abc' } })).toEqual({
      content: [{ type: 'text', text: '{"length":3,"text":"abc"}' }],
      structuredContent: { length: 3, text: 'abc' },
    });
    expect(await client.callTool({ name: 'echo', arguments: { text: 'abc' } })).toEqual({
      content: [{ type: 'text', text: 'abc' }],
    });
  });

  it('return failures and invalid arguments as text for the model', async () => {
    const { client } = await session();
    expect(await client.callTool({ name: 'fail' })).toEqual({
      content: [{ type: 'text', text: 'out of paper' }],
      isError: true,
    });
    expect(await client.callTool({ name: 'add', arguments: { a: 'many' } })).toEqual({
      content: [{ type: 'text', text: expect.stringContaining('a must be a number') }],
      isError: true,
    });
    expect(await client.callTool({ name: 'lie' })).toEqual({
      content: [
        {
          type: 'text',
          text: expect.stringMatching(
            /^The result of 'lie' does not match its schema.* The tool has run, and returned: ./s,
          ),
        },
      ],
      isError: true,
    });
    await expect(client.callTool({ name: 'sub' })).rejects.toThrow(
      /^(?:MCP error -32602: )+.*'sub'.* add, describe, echo, lie, fail, wait, count, erase, ask\.$/,
    );
  });

  it('neither get nor repeat the text of a secret that a client wrote', async () => {
    const kept: Secret<string> = secret('violet-otter-4711');
    const { client } = await session();
    const text = 'violet-otter-4711';
    expect(await client.callTool({ name: 'describe', arguments: { text } })).toMatchObject({
      structuredContent: { length: String(kept).length, text: '[secret]' },
    });
    await expect(client.callTool({ name: text })).rejects.toThrow(
      describeUnknown('Tool', '[secret]', []).problem,
    );
  });

  it('are listed without the text of a secret', async () => {
    const kept = secret('violet-otter-4711');
    const { client, tools: registry } = await session();
    const description = 'Calls with violet-otter-4711.';
    const parameters = { type: 'object', properties: {} } as const;
    registry.register(new FunctionTool({ name: 'keyed', description, parameters, fn: () => kept && 1 }));
    const { tools } = await client.listTools();
    expect(tools.at(-1)).toMatchObject({ name: 'keyed', description: 'Calls with [secret].' });
  });

  it('report growing progress to clients that ask for it', async () => {
    const { client } = await session();
    const seen: Progress[] = [];
    const result = await client.callTool({ name: 'count' }, undefined, {
      onprogress: (progress) => seen.push(progress),
    });
    expect(result).toEqual({ content: [{ type: 'text', text: 'done' }] });
    expect(seen).toEqual([
      { progress: 1 },
      { progress: 2, total: 3, message: 'two' },
      { progress: 3, message: 'almost' },
    ]);
  });

  it('are aborted when the client cancels or disconnects', async () => {
    const { client, server } = await session();
    const controller = new AbortController();
    const call = client.callTool({ name: 'wait' }, undefined, {
      signal: controller.signal,
      onprogress: () => controller.abort(),
    });
    await expect(call).rejects.toThrow();
    await settled(() => waiting.at(-1)?.aborted === true);
    const lost = client.callTool({ name: 'wait' }, undefined, { onprogress: () => void server.close() });
    await expect(lost).rejects.toThrow('Connection closed');
    await settled(() => waiting.at(-1)?.aborted === true);
    expect(waiting.every(({ aborted }) => aborted)).toBe(true);
  });

  it('log to the client, unless it requested a higher level', async () => {
    const { client } = await session();
    const seen: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      seen.push(params);
    });
    const wait = () =>
      client.callTool({ name: 'wait' }, undefined, { timeout: 100, onprogress: () => undefined });
    await expect(wait()).rejects.toThrow('timed out');
    await client.setLoggingLevel('error');
    await expect(wait()).rejects.toThrow('timed out');
    expect(seen).toEqual([
      { level: 'info', logger: 'wait', data: { message: 'waiting', data: { since: 'now' } } },
    ]);
  });

  it('can ask the client', async () => {
    const { client } = await session({}, { sampling: {} });
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      role: 'assistant' as const,
      model: 'm',
      content: { type: 'text' as const, text: 'Well enough.' },
    }));
    expect(await client.callTool({ name: 'ask' })).toEqual({
      content: [{ type: 'text', text: '{"type":"text","text":"Well enough."}' }],
    });
    const { client: deaf } = await session();
    expect(await deaf.callTool({ name: 'ask' })).toMatchObject({ isError: true });
  });

  it('may return other content, such as images', async () => {
    const { client } = await session({
      content: (tool, result) =>
        tool === 'echo' ? [{ type: 'image', data: String(result), mimeType: 'image/png' }] : undefined,
    });
    expect(await client.callTool({ name: 'echo', arguments: { text: 'AAAA' } })).toEqual({
      content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }],
    });
    expect(await client.callTool({ name: 'count' })).toEqual({ content: [{ type: 'text', text: 'done' }] });
  });
});

describe('a request that no registry answers', () => {
  it('is answered by its handler', async () => {
    const { client } = await session({
      capabilities: { resources: {} },
      handlers: {
        'resources/list': () => ({ resources: [{ uri: 'test://a', name: 'a' }] }),
        'resources/read': async ({ uri = null }) => {
          if (uri !== 'test://a') throw new Error(`No resource ${String(uri)}.`);
          return { contents: [{ uri, text: 'A' }] };
        },
      },
    });
    expect((await client.listResources()).resources).toEqual([{ uri: 'test://a', name: 'a' }]);
    expect((await client.readResource({ uri: 'test://a' })).contents).toEqual([
      { uri: 'test://a', text: 'A' },
    ]);
    await expect(client.readResource({ uri: 'test://b' })).rejects.toThrow('No resource test://b.');
    await expect(client.listResourceTemplates()).rejects.toThrow('Method not found');
  });
});

describe('approval', () => {
  const erase = { name: 'erase', arguments: { text: 'it' } };

  it('is requested from the person at the client', async () => {
    const { client } = await session({}, { elicitation: {} });
    const asked: string[] = [];
    let action: 'accept' | 'decline' = 'decline';
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      return { action };
    });
    expect(await client.callTool(erase)).toEqual({
      content: [{ type: 'text', text: "The user did not approve this call to 'erase' (decline)." }],
      isError: true,
    });
    action = 'accept';
    expect(await client.callTool(erase)).toEqual({ content: [{ type: 'text', text: 'erased it' }] });
    expect(asked).toEqual(Array(2).fill('Allow Erase it all?\ntext: "it"'));
  });

  it('is refused if no user can be asked, unless the client decides', async () => {
    const { client } = await session();
    expect(await client.callTool(erase)).toMatchObject({
      content: [{ text: expect.stringContaining("needs a person's approval") }],
      isError: true,
    });
    const { client: trusted } = await session({ approval: 'client' });
    expect(await trusted.callTool(erase)).toEqual({ content: [{ type: 'text', text: 'erased it' }] });
  });
});

describe('changes', () => {
  it('of tools and prompts are announced, simultaneous ones once', async () => {
    const prompts = createPrompts();
    const { client, tools } = await session({ prompts });
    const seen: string[] = [];
    for (const schema of [ToolListChangedNotificationSchema, PromptListChangedNotificationSchema]) {
      client.setNotificationHandler(schema, ({ method }) => {
        seen.push(method);
      });
    }
    tools.unregister('lie');
    tools.unregister('fail');
    prompts.addPrompt('bye', 'Say goodbye.');
    await settled(() => seen.length === 2);
    expect(seen).toEqual(['notifications/tools/list_changed', 'notifications/prompts/list_changed']);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('lie');
    const parameters = { type: 'object', properties: {} } as const;
    tools.register(new FunctionTool({ name: 'new', description: 'New.', parameters, fn: () => 'yes' }));
    expect(await client.callTool({ name: 'new' })).toEqual({ content: [{ type: 'text', text: 'yes' }] });
  });

  it('are not announced after the session has ended', async () => {
    const { client, tools, server } = await session();
    const errors: Error[] = [];
    server.onerror = (error) => errors.push(error);
    await client.close();
    tools.unregister('lie');
    await new Promise(setImmediate);
    expect(errors).toEqual([]);
  });
});

/** Waits until the condition holds; the test's own timeout is the limit. */
async function settled(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
