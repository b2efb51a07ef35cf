/** The packages on a platform that has only the web's globals: what they do for themselves there agrees with Node.js. */
import { createHash, createHmac } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { types } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import fc from 'fast-check';
import { workspaceSources } from './workspace-sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The globals of every runtime that Toolwright supports. */
const WEB = [
  ...[
    'AbortController',
    'AbortSignal',
    'atob',
    'btoa',
    'Blob',
    'clearTimeout',
    'console',
    'crypto',
    'Event',
    'EventTarget',
  ],
  ...['File', 'FormData', 'Headers', 'performance', 'ReadableStream', 'Request', 'Response', 'setTimeout'],
  ...['TextDecoder', 'TextEncoder', 'TransformStream', 'URL', 'URLSearchParams'],
];

const WHOLE = `import { agentCall, FunctionTool, Prompt } from 'toolwright';
import { AgentBase } from 'toolwright/agent-classes';
export * from 'toolwright';
export { toUIStream } from 'toolwright/ui';
export { isPublicAddress } from '../core/src/agent-call/public-address.ts';
export { scriptedModel } from 'toolwright/testing';
export * as contract from '@toolwright/contract';
export * as json from '@toolwright/json';
export * as schema from '@toolwright/json-schema';
export class Poet extends AgentBase {
  static agentType = 'poet';
  async call(task) {
    const prompt = new Prompt({ template: 'Write about {task}.' });
    return (await agentCall({ ...this.callContext, prompt, vars: { task } })).response;
  }
}
export const wait = new FunctionTool({
  name: 'wait',
  description: 'Waits.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  annotations: { timeoutMs: 20 },
  execute: (args, { signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)),
});
export const erase = new FunctionTool({
  name: 'erase',
  description: 'Erases.',
  parameters: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'], additionalProperties: false },
  annotations: { needsApproval: true },
  execute: ({ id }) => 'erased ' + id,
});`;

/** Optional packages, which a program bundles if it has them. */
const OPTIONAL = [
  '@anthropic-ai/sdk',
  '@google/genai',
  'groq-sdk',
  'ollama',
  '@opentelemetry/api',
  'gpt-tokenizer',
];

async function bundleFor(platform: 'browser' | 'neutral', contents: string) {
  return build({
    stdin: { contents, resolveDir: join(root, 'packages/toolwright') },
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    globalName: 'toolwright',
    platform,
    mainFields: ['browser', 'module', 'main'],
    external: OPTIONAL,
    logLevel: 'silent',
    plugins: [workspaceSources()],
  });
}

/** Loads a bundle in a realm with the given globals, which forbids generating code. */
// biome-ignore lint/suspicious/noExplicitAny: the types of the bundle are those of another realm
async function loadWith(globals: readonly string[], contents: string, more: object = {}): Promise<any> {
  const { outputFiles } = await bundleFor('browser', contents);
  const own = Object.fromEntries(globals.map((name) => [name, Reflect.get(globalThis, name)]));
  // Timers of browsers are numbers.
  const timers = { setTimeout: (callback: () => void, ms?: number) => Number(setTimeout(callback, ms)) };
  const context = createContext(
    { ...own, ...timers, ...more },
    { codeGeneration: { strings: false, wasm: false } },
  );
  // That of Node.js would return objects of its own realm.
  const clone = 'globalThis.structuredClone = (value) => JSON.parse(JSON.stringify(value));';
  return runInContext(`${clone}${outputFiles?.[0]?.text}\ntoolwright`, context);
}

// M3
describe.each([
  ...[
    'index',
    'agent-classes',
    'compaction',
    'content',
    'logging',
    'policies',
    'protocols',
    'providers',
    'testing',
    'ui',
  ],
  'validators',
])('the entry %s', (entry) => {
  it.each(['browser', 'neutral'] as const)(
    'reaches no module of Node.js in a bundle for the platform %s',
    async (platform) => {
      const { metafile, errors } = await bundleFor(platform, `export * from './src/${entry}.ts';`);
      expect(errors).toEqual([]);
      const imports = Object.values(metafile?.inputs ?? {}).flatMap((input) => input.imports);
      expect(
        imports.filter(({ external, path }) => external && !OPTIONAL.includes(path)).map(({ path }) => path),
      ).toEqual([]);
    },
  );
});

// M3
describe('without Node.js', () => {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  let web: any;

  beforeAll(async () => {
    web = await loadWith(WEB, WHOLE);
  });

  it('base64, SHA-256 and HMAC agree with Node.js', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (bytes, text) => {
        const base64 = Buffer.from(bytes).toString('base64');
        expect(web.contract.toBase64(bytes)).toBe(base64);
        for (const written of [
          base64,
          base64.replace(/=/g, ''),
          Buffer.from(bytes).toString('base64url'),
          text,
        ]) {
          expect([...web.contract.fromBase64(written)]).toEqual([...Buffer.from(written, 'base64')]);
        }
        expect(web.json.sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
        for (const key of [bytes, text]) {
          expect(web.json.hmacSha256(key, text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
        }
      }),
    );
  });

  it('knows built-in objects of every realm, and nothing that only looks like them', () => {
    const proxied = (value: object) => new Proxy(value, { get: () => expect('a trap').toBe('not called') });
    const values = [
      ...[new Date(), new Map(), new Set(), /a/, new Uint8Array(1), Buffer.from('a')].flatMap((one) => [
        one,
        proxied(one),
      ]),
      ...[
        new Int8Array(1),
        new WeakMap(),
        RegExp.prototype,
        Date.prototype,
        Map.prototype,
        Uint8Array.prototype,
      ],
      ...[
        Object.create(Date.prototype),
        { [Symbol.toStringTag]: 'Map' },
        null,
        undefined,
        'text',
        7,
        () => {},
      ],
    ];
    for (const name of ['isDate', 'isMap', 'isSet', 'isRegExp', 'isUint8Array'] as const) {
      expect(values.map((value) => web.json.builtInTypes[name](value))).toEqual(
        values.map((value) => types[name](value)),
      );
    }
  });

  it('matches patterns without a linear algorithm if they cannot take long', () => {
    const framed = web.schema.compilePattern('^(.*)(.*)-\\1$');
    expect([framed.test('ab-a'), framed.test('ab-c')]).toEqual([true, false]);
    expect(() => framed.test('x'.repeat(5_000))).toThrow('may take too long to match the pattern');
    const twice = web.schema.compilePattern('^(a+)+\\1$');
    expect(twice.test('aaaa')).toBe(true);
    expect(() => twice.test(`${'a'.repeat(40)}b`)).toThrow('Send a shorter string.');
  });

  it('runs an agent whose paused runs are signed', async () => {
    const llmClient = web.scriptedModel([{ toolCalls: [{ name: 'erase', arguments: { id: 5 } }] }, 'Done.']);
    const agent = new web.Agent({ llmClient, toolRegistry: new web.ToolRegistry().register(web.erase) });
    const { paused } = await agent.run('go');
    expect(paused.runId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    await expect(agent.resume({ ...paused, agent: 'other' }, {})).rejects.toMatchObject({
      code: 'FORGED_RUN',
    });
    const result = await agent.resume(paused, { [paused.pending[0].callId]: { approved: true } });
    expect(result).toMatchObject({ status: 'completed', toolCalls: [{ outcome: { result: 'erased 5' } }] });
  });

  it('stops calls after their timeouts', async () => {
    const toolRegistry = new web.ToolRegistry().register(web.wait).register(web.erase);
    const error = "'wait' took longer than 20 ms and was stopped.";
    const both = [toolRegistry.execute('wait', {}), toolRegistry.execute('wait', {}, { timeoutMs: 40 })];
    expect(await Promise.all(both)).toMatchObject([{ error }, { error: expect.stringContaining('40 ms') }]);
    const llmClient = web.scriptedModel([{ toolCalls: [{ name: 'wait' }, { name: 'wait' }] }, 'Done.']);
    const { toolCalls } = await new web.Agent({ llmClient, toolRegistry }).run('go');
    expect(toolCalls).toMatchObject([{ outcome: { error } }, { outcome: { error } }]);
  });

  it('logs the runs of agent classes as runs of their own', async () => {
    const runs: { readonly agent: string; readonly parentRunId?: string }[] = [];
    const logger = {
      log: ({ type }: { type: string }, run: (typeof runs)[number]) =>
        void (type === 'run-start' && runs.push(run)),
    };
    const poet = new web.Poet({ llmClient: web.scriptedModel(['A poem.']), logger });
    await poet.call('Oslo');
    expect(runs.map(({ agent, parentRunId }) => [agent, parentRunId])).toEqual([
      ['poet', undefined],
      ['prompt', undefined],
    ]);
  });

  it('takes no numeric address for a public one', () => {
    const addresses = [
      'https://mcp.example.com',
      'https://8.8.8.8',
      'https://[2606:4700::1111]',
      'https://127.1',
    ];
    expect(addresses.map(web.isPublicAddress)).toEqual([true, false, false, false]);
  });

  it('logs to the console', async () => {
    const lines: string[] = [];
    const console = { error: (line: string) => void lines.push(line) };
    const { Agent, createConsoleLogger, scriptedModel } = await loadWith(WEB, WHOLE, { console });
    const logger = createConsoleLogger();
    await new Agent({ llmClient: scriptedModel(['Hello.']), logger }).run('Hi.');
    expect(lines.join('\n')).toContain('Hello.');
  });

  it('makes random ids without `randomUUID`, and says what is missing without `crypto` and `fetch`', async () => {
    const { getRandomValues } = crypto;
    const some = { getRandomValues: getRandomValues.bind(crypto) };
    expect((await loadWith(WEB, WHOLE, { crypto: some })).contract.randomUuid()).toMatch(
      /^.{8}-.{4}-4.{3}-[89ab].{3}-.{12}$/,
    );
    const bare = await loadWith(WEB, WHOLE, { crypto: undefined });
    const missing = { code: 'UNSUPPORTED', blame: 'developer', hint: expect.any(String) };
    expect(() => bare.contract.randomUuid()).toThrow(expect.objectContaining(missing));
    const agent = new bare.Agent({ llmClient: bare.scriptedModel(['Hello.']) });
    await expect(agent.run('Hi.')).rejects.toMatchObject(missing);
    const client = web.createClient({ provider: 'openai', model: 'gpt-4o', apiKey: 'key', retries: 0 });
    await expect(new web.Agent({ llmClient: client, onFailure: 'throw' }).run('Hi.')).rejects.toMatchObject({
      ...missing,
      message: expect.stringContaining("no 'fetch'"),
    });
  });
});
