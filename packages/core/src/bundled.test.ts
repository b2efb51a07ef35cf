/** Programs that bundlers build contain less than programs that Node.js runs from installed packages (M4). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { workspaceSources } from '../../../scripts/workspace-sources.mjs';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-bundled-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @param conditions what bundlers say of themselves in the resolution of imports; Node.js says `node` */
async function run(contents: string, conditions: string[]): Promise<unknown> {
  const outfile = join(folder, `${conditions.join('-')}.mjs`);
  await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions,
    external: ['openai'],
    banner: {
      js: "import * as module from 'node:module'; const require = module.createRequire(import.meta.url);",
    },
    plugins: [workspaceSources()],
  });
  return JSON.parse(execFileSync(process.execPath, [outfile], { encoding: 'utf8' }));
}

const NODE = ['node'];
const BUNDLER = ['module'];

describe('a run that was paused before its tool changed', () => {
  const program = (parameters: string) => `
    import { scriptedModel } from '@toolwright/llm/testing';
    import { FunctionTool, ToolRegistry } from '@toolwright/tools';
    import { Agent } from './index.js';

    const llmClient = scriptedModel([{ toolCalls: [{ id: 'a', name: 'send', arguments: { to: 'Ada' } }] }, 'Sent.']);
    const before = { to: { type: 'string' } };
    const agentWith = (properties) => new Agent({
      llmClient,
      approvalKey: 'the key of both processes',
      toolRegistry: new ToolRegistry().register(new FunctionTool({
        name: 'send', description: 'Sends it.', annotations: { needsApproval: true },
        parameters: { type: 'object', properties, required: ['to'] }, fn: ({ to }) => to,
      })),
    });
    const { paused } = await agentWith(before).run('Send it.');
    const ended = await agentWith(${parameters}).resume(paused, { a: { approved: true } })
      .then(({ status }) => status, ({ code, message }) => [code, message]);
    console.log(JSON.stringify(ended));`;
  const more = "{ ...before, copy: { type: 'boolean' } }";

  it('continues in a bundle if the tool is the same', async () => {
    expect(await run(program('before'), BUNDLER)).toBe('completed');
  });

  it('continues on Node.js if the tool accepts more, and is refused in a bundle, which says why', async () => {
    expect(await run(program(more), NODE)).toBe('completed');
    expect(await run(program(more), BUNDLER)).toEqual([
      'STALE_RUN',
      expect.stringContaining(
        "'send' has changed, and a bundled program cannot tell whether the call still means the same.",
      ),
    ]);
  });
});

it.each([
  ["'xml'", 'xmlProtocol', '{}'],
  ["'reasoning-json'", 'reasoningJsonProtocol', '{}'],
  ['undefined', 'xmlProtocol', '{ capabilities: { tools: false } }'],
])('a bundle contains the protocol %s only if it is imported', async (protocol, imported, client) => {
  const program = `
    import { scriptedModel } from '@toolwright/llm/testing';
    import { FunctionTool, ToolRegistry } from '@toolwright/tools';
    import { Agent, ${imported} } from './index.js';
    const parameters = { type: 'object', properties: {} };
    const toolRegistry = new ToolRegistry().register(
      new FunctionTool({ name: 'look', description: 'Looks.', parameters, fn: () => 1 }));
    const llmClient = Object.assign(scriptedModel(['Done.']), ${client});
    const ends = [];
    for (const protocol of [${protocol}, ${imported}]) {
      try {
        const { status, errors } = await new Agent({ llmClient, protocol, toolRegistry }).run('Do it.');
        ends.push(errors[0] ?? status);
      } catch ({ message }) {
        ends.push(message);
      }
    }
    console.log(JSON.stringify(ends));`;
  expect(await run(program, NODE)).toEqual(Array(2).fill(expect.not.stringContaining('Import')));
  expect(await run(program, BUNDLER)).toEqual([
    expect.stringContaining(`Import ${imported} from 'toolwright/protocols', and pass it as 'protocol'.`),
    expect.not.stringContaining('Import'),
  ]);
});

it('an agent without tools runs in a bundle with a model that cannot call tools', async () => {
  const program = `
    import { scriptedModel } from '@toolwright/llm/testing';
    import { Agent } from './index.js';
    const llmClient = Object.assign(scriptedModel(['Done.']), { capabilities: { tools: false } });
    const { status, finalResponse } = await new Agent({ llmClient }).run('Do it.');
    console.log(JSON.stringify([status, finalResponse]));`;
  expect(await run(program, BUNDLER)).toEqual(['completed', 'Done.']);
});

it('a run that was paused in another realm continues in a bundle', async () => {
  const program = `
    import { runInNewContext } from 'node:vm';
    import { scriptedModel } from '@toolwright/llm/testing';
    import { FunctionTool, ToolRegistry } from '@toolwright/tools';
    import { Agent } from './index.js';
    const parameters = { type: 'object', properties: { to: { type: 'string' } } };
    const tool = new FunctionTool({ name: 'send', description: 'Sends it.', annotations: { needsApproval: true }, parameters, fn: () => 1 });
    const llmClient = scriptedModel([{ toolCalls: [{ id: 'a', name: 'send', arguments: { to: 'Ada' } }] }, 'Sent.']);
    const agent = new Agent({ llmClient, approvalKey: 'the key of both processes', toolRegistry: new ToolRegistry().register(tool) });
    const { paused } = await agent.run('Send it.');
    const foreign = runInNewContext('JSON.parse(text)', { text: JSON.stringify(paused) });
    console.log(JSON.stringify((await agent.resume(foreign, { a: { approved: true } })).status));`;
  expect(await run(program, BUNDLER)).toBe('completed');
});
