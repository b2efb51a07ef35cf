import { content, file, image } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { createMemoryStore } from '../memory-store.js';
import { openSession } from './open-session.js';

// H4
it('a session stores the bytes of a part once, and reads them back everywhere', async () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a00', 'hex'), Buffer.alloc(5_000, 7)]);
  const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(5_000, 9)]);
  const draw = new FunctionTool({
    name: 'draw',
    description: 'Draws.',
    parameters: { type: 'object', properties: {} },
    fn: () => content('Drawn:', image(png), file(pdf, 'a.pdf')),
  });
  const store = createMemoryStore();
  const open = () => {
    const llmClient = scriptedModel([{ toolCalls: [{ name: 'draw', arguments: {} }] }, 'Done.']);
    const agent = { name: 'painter', llmClient, toolRegistry: new ToolRegistry().register(draw) };
    return openSession({ store, id: 's', agent });
  };
  const first = await (await open()).run(content('Like this:', image(png)));
  expect(first.status).toBe('completed');
  const second = await (await open()).run('Again.');
  expect(second.errors).toEqual([]);

  const stored = JSON.stringify(await store.read('s'));
  for (const bytes of [png, pdf]) expect(stored.split(bytes.toString('base64'))).toHaveLength(2);
  const { messages } = await (await open()).state();
  expect(messages).toEqual([...first.messages, ...second.messages]);
  expect(JSON.stringify(messages).split(png.toString('base64'))).toHaveLength(4);
});
