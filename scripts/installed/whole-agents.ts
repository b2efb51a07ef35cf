/**
 * The bundlers of docs/builds.md that build a whole agent: a tool, one provider and all dependencies in the output. The commands are the
 * shortest ones that do so; none of them names a package of Toolwright.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { write } from './toolchain-project.js';

type Command = readonly string[];

export interface WholeAgent {
  readonly packages: readonly string[];
  /** Commands of Node.js in the folder of the program. The output goes to `dist`. */
  readonly build: Command;
  /** Runs `dist` in a folder without packages; or, if it `serves`, the program in its own folder. Default: `dist/main.js`. */
  readonly run?: Command;
  /** Prints an address that streams the answer, instead of the answer. */
  readonly serves?: boolean;
  /** Warns about the SDKs of other providers, which are not installed. */
  readonly warns?: boolean;
  /** See `ToolChain.since`. */
  readonly since?: number;
}

const NEXT = '../node_modules/next/dist/bin/next';
const WRANGLER = '../node_modules/wrangler/bin/wrangler.js';

/** What the command lines of webpack and Rspack do, which are separate packages. Rspack also minifies, which takes webpack ten times as long. */
const compile = (name: string, member: string, mode: 'production' | 'development'): Command => [
  '--input-type=module',
  '--eval',
  `import * as bundler from '${name}';
   const output = { path: process.cwd() + '/dist', filename: 'main.js', module: true };
   bundler.${member}({
     mode: '${mode}', target: 'node', context: process.cwd(), entry: './src/main.js', output, experiments: { outputModule: true },
   }, (error, stats) => {
     if (error) throw error;
     console.log(stats.toString({ all: false, errors: true, warnings: true }));
     process.exitCode = stats.hasErrors() ? 1 : 0;
   });`,
];

const next = (compiler: string): WholeAgent => ({
  packages: ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1'],
  since: 24,
  build: [NEXT, 'build', compiler],
  run: [NEXT, 'start', '--port', '0'],
  serves: true,
});

export const WHOLE_AGENTS: Readonly<Record<string, WholeAgent>> = {
  'esbuild 0.28': {
    packages: ['esbuild@0.28.2'],
    build: [
      ...['../node_modules/esbuild/bin/esbuild', 'src/main.js', '--bundle'],
      ...['--platform=node', '--format=esm', '--outfile=dist/main.js'],
    ],
  },
  'Vite 8': {
    packages: ['vite@8.4.0'],
    build: ['../node_modules/vite/bin/vite.js', 'build', '--ssr', 'src/main.js'],
  },
  'Rolldown 1': {
    packages: ['rolldown@1.3.3'],
    build: ['../node_modules/rolldown/bin/cli.mjs', 'src/main.js', '--platform', 'node', '--dir', 'dist'],
  },
  'Rollup 4': {
    packages: [
      'rollup@4.68.8',
      '@rollup/plugin-commonjs@29.0.3',
      '@rollup/plugin-json@6.1.0',
      '@rollup/plugin-node-resolve@16.0.3',
    ],
    build: [
      ...['../node_modules/rollup/dist/bin/rollup', 'src/main.js', '--dir', 'dist'],
      ...['node-resolve', 'commonjs', 'json'].flatMap((plugin) => ['--plugin', plugin]),
    ],
    warns: true,
  },
  'webpack 5': { packages: ['webpack@5.113.0'], build: compile('webpack', 'default', 'development') },
  'Rspack 2': { packages: ['@rspack/core@2.3.3'], build: compile('@rspack/core', 'rspack', 'production') },
  'Next.js 16, Turbopack': next('--turbopack'),
  'Next.js 16, webpack': next('--webpack'),
  'wrangler 4': {
    packages: ['wrangler@4.164.0'],
    since: 24,
    build: [WRANGLER, 'deploy', '--dry-run', '--outdir', 'dist'],
    run: [WRANGLER, 'dev', 'dist/worker.js', '--no-bundle', '--port', '0'],
    serves: true,
  },
};

/** Writes a program in JavaScript, which no bundler needs a plugin for, with a route of Next.js and a Worker. */
export function writeAgent(folder: string, modelUrl: string): void {
  const files = {
    'package.json': '{ "private": true, "type": "module" }',
    'jsconfig.json': '{ "include": ["src"] }',
    'vite.config.js': 'export default { ssr: { noExternal: true } };',
    'wrangler.json': JSON.stringify({
      name: 'weather',
      main: 'src/worker.js',
      compatibility_date: '2026-07-01',
      compatibility_flags: ['nodejs_compat'],
      vars: { MODEL_URL: modelUrl },
    }),
    'src/weather.js': `export class Weather {
  /**
   * Weather forecast for a city.
   * @tool
   * @param {string} city City name
   */
  forecast(city) {
    return city + ': sun';
  }
}
`,
    'src/chat.js': `import { Agent, createClient, ToolRegistry } from 'toolwright';
import { toUIResponse } from 'toolwright/ui';
import { manifest } from './toolwright.gen.js';
import { Weather } from './weather.js';

export function chat(baseUrl) {
  const llmClient = createClient({ provider: 'openai', model: 'gpt-4o', apiKey: 'a-key', baseUrl });
  const toolRegistry = new ToolRegistry(manifest).registerFrom(new Weather());
  return toUIResponse(new Agent({ llmClient, toolRegistry }).runStream('Weather?'), 'ai-sdk');
}
`,
    'src/main.js': `import { chat } from './chat.js';
for await (const chunk of chat(process.env.MODEL_URL).body) process.stdout.write(chunk);
`,
    'src/worker.js': `import { chat } from './chat.js';
export default { fetch: (request, env) => chat(env.MODEL_URL) };
`,
    'app/layout.jsx': 'export default ({ children }) => <html><body>{children}</body></html>;\n',
    'app/route.js': `import { chat } from '../src/chat.js';
export const dynamic = 'force-dynamic';
export const GET = () => chat(process.env.MODEL_URL);
`,
  };
  for (const [file, text] of Object.entries(files)) write(folder, file, text);
}

/** A model of OpenAI that calls the tool, and then answers in two parts. */
export class TwoPartModel {
  readonly #server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const data of request) body += data;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (delta: object, finish: string | null = null) => {
      const choices = [{ index: 0, delta, finish_reason: finish }];
      const chunk = { id: '1', object: 'chat.completion.chunk', created: 1, model: 'gpt-4o', choices };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    };
    if (body.includes('"role":"tool"')) {
      send({ role: 'assistant', content: 'Sun ' });
      send({ content: (await this.#isSeen()) ? 'in Oslo.' : 'that nobody saw.' });
      send({}, 'stop');
    } else {
      const call = { name: 'forecast', arguments: '{"city":"Oslo"}' };
      send({ role: 'assistant', tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] });
      send({}, 'tool_calls');
    }
    response.end('data: [DONE]\n\n');
  });
  #see: (() => void) | undefined;

  /** @returns the base URL */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    // It listens on a port, not on a pipe.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Tells the model that the first part has arrived. The second part says whether that was before it was sent. */
  seeFirstPart(): void {
    this.#see?.();
  }

  #isSeen(): Promise<boolean> {
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(false), 10_000);
      this.#see = () => {
        clearTimeout(late);
        resolve(true);
      };
    });
  }
}
