/** The program that every runtime of docs/runtimes.md runs: a registry, an agent with a scripted model, and one with a client. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the program returns. */
export const ANSWERS = {
  registry: {
    forecast: { result: 'Oslo, 1769851800000, 3 days: sun', error: null },
    repaired: { result: 'Oslo, 1769851800000, 7 days: sun', error: null },
    refused: {
      result: null,
      error: expect.stringMatching(/place\.name must be .* matches .*one of "city", "sea"/),
    },
    picture: { result: { bytes: 'AgME', sizes: { a: '12' }, length: 3, id: 41 }, error: null },
  },
  agent: {
    status: 'completed',
    errors: [],
    finalResponse: 'Sunny.',
    results: ['Oslo, 1769851800000, 3 days: sun'],
    isLogged: true,
  },
  client: { status: 'completed', errors: [], text: 'It is sunny.' },
};

/** The call of the forecast that models make. */
export const CALL = { name: 'forecast', arguments: '{"place":{"name":"Oslo"},"at":"2026-01-31T09:30:00Z"}' };

const WEATHER = `import { tool, type ToolContext } from 'toolwright';

interface Place {
  /** @pattern ^(?:[A-Z][a-z]+ ?)+$ */
  name: string;
  tags?: ('city' | 'sea')[];
}

export class Weather {
  /** Weather forecast for a place. */
  @tool
  forecast(place: Place, at: Date, days: 1 | 3 | 7 = 3): string {
    return \`\${place.name}, \${at.getTime()}, \${days} days: sun\`;
  }

  /** A picture of the sky. */
  @tool({ timeoutMs: 5_000 })
  async picture(bytes: Uint8Array, sizes: Map<string, bigint>, context: ToolContext) {
    const length = await Promise.resolve(bytes.length);
    return { bytes: bytes.map((byte) => byte + 1), sizes, length, id: context.callId.length };
  }
}
`;

const PROGRAM = `import { Agent, createClient, createConsoleLogger, ToolRegistry } from 'toolwright';
import { scriptedModel } from 'toolwright/testing';
import { manifest } from './toolwright.gen.js';
import { Weather } from './weather.js';

const OSLO = ${CALL.arguments};
// Outside of requests, as workers evaluate their modules.
const toolRegistry = new ToolRegistry(manifest).registerFrom(new Weather());
const lines: string[] = [];
const scripted = new Agent({
  llmClient: scriptedModel([{ toolCalls: [{ name: 'forecast', arguments: OSLO }] }, 'Sunny.']),
  toolRegistry,
  logger: createConsoleLogger({ color: true, stream: { write: (text: string) => lines.push(text) } }),
});

export async function registryAnswers() {
  return {
    forecast: await toolRegistry.execute('forecast', JSON.stringify(OSLO)),
    repaired: await toolRegistry.execute('forecast', { ...OSLO, days: '7' }),
    refused: await toolRegistry.execute('forecast', { ...OSLO, place: { name: 'oslo', tags: ['hill'] } }),
    picture: await toolRegistry.execute('picture', { bytes: 'AQID', sizes: { a: '12' } }),
  };
}

export async function answers(baseUrl: string, fetch?: typeof globalThis.fetch) {
  const runtime = fetch && { runtime: { fetch } };
  const llmClient = createClient({ provider: 'openai', model: 'gpt-4o', apiKey: 'test', baseUrl, retries: 0, ...runtime });
  const { status, errors, finalResponse, toolCalls } = await scripted.run('Weather in Oslo?');
  const results = toolCalls.map(({ outcome }) => outcome.error ?? outcome.result);
  const stream = new Agent({ llmClient, toolRegistry }).runStream('Weather in Oslo?');
  let text = '';
  for await (const event of stream) if (event.type === 'text-delta') text += event.text;
  const client = await stream.result;
  return {
    registry: await registryAnswers(),
    agent: { status, errors, finalResponse, results, isLogged: lines.join('').includes('Sunny.') },
    client: { status: client.status, errors: client.errors, text },
  };
}
`;

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023', 'dom'],
  strict: true,
  skipLibCheck: true,
  types: [],
  rootDir: 'src',
  outDir: 'dist',
};

const FILES = {
  'package.json': JSON.stringify({ private: true, type: 'module' }),
  'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
  'src/weather.ts': WEATHER,
  'src/program.ts': PROGRAM,
  // For Node.js, Bun and Deno. The address of the model is the last argument.
  'src/main.ts': `import { answers } from './program.js';
const { Deno, process } = globalThis as unknown as Record<'Deno' | 'process', { args: string[]; argv: string[] } | undefined>;
console.log(JSON.stringify(await answers((Deno?.args ?? process?.argv ?? []).at(-1) ?? '')));`,
  'src/registry.ts': `import { registryAnswers } from './program.js';
console.log(JSON.stringify(await registryAnswers()));`,
  // For workerd.
  'src/worker.ts': `import { answers } from './program.js';
export default { fetch: async ({ url }: Request) => Response.json(await answers(new URL(url).searchParams.get('model') ?? '')) };`,
  // For the edge runtime and the browser.
  'src/global.ts': `import { answers } from './program.js';
Object.assign(globalThis, { answers });`,
};

export function writeProject(folder: string): void {
  mkdirSync(join(folder, 'src'), { recursive: true });
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text);
}

/** Runs a bundle on the edge runtime, whose `process` on Vercel has only the environment. */
export const EDGE = `const { EdgeRuntime } = require('edge-runtime');
const { readFileSync } = require('node:fs');
const [bundle, model] = process.argv.slice(2);
const extend = (context) => Object.assign(context, { process: { env: {} } });
const codeGeneration = { strings: false, wasm: false };
const runtime = new EdgeRuntime({ extend, codeGeneration, initialCode: readFileSync(bundle, 'utf8') });
runtime.evaluate('answers')(model).then((answers) => console.log(JSON.stringify(answers)));
`;

/** The configuration of workerd: a worker on a port of its own for each bundle and set of flags. */
export function workerdConfig(
  workers: readonly {
    readonly name: string;
    readonly bundle: string;
    readonly flags: readonly string[];
    readonly port: number;
  }[],
): string {
  const services = workers.map(({ name }) => `(name = "${name}", worker = .${name})`);
  const sockets = workers.map(
    ({ name, port }) => `(name = "${name}", address = "127.0.0.1:${port}", http = (), service = "${name}")`,
  );
  const constants = workers.map(
    ({ name, bundle, flags }) => `const ${name} :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${bundle}")],
  compatibilityDate = "2026-05-01",
  compatibilityFlags = ${JSON.stringify(flags)}
);`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [${services.join(', ')}, (name = "internet", network = (allow = ["private", "public"]))],
  sockets = [${sockets.join(', ')}]
);
${constants.join('\n')}
`;
}
