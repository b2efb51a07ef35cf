/** What programs cost in a bundle: esbuild, minified, gzip, in bytes. Prints the bytes of each package before gzip. */
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const AGENT = `import { Agent, FunctionTool, ToolRegistry } from 'toolwright';
const parameters = { type: 'object', properties: { city: { type: 'string' } } };
const tool = new FunctionTool({ name: 'forecast', description: 'Forecast', parameters, fn: () => 'sun' });
const toolRegistry = new ToolRegistry().register(tool);
export const run = (llmClient) => new Agent({ llmClient, toolRegistry }).run('Weather?');`;

/** A budget rises only with a reason in the CHANGELOG; goals are where they shall be. */
export const PROGRAMS = {
  'registry with validators': {
    budget: 70_600,
    goal: 60_000,
    code: `import { ToolRegistry } from 'toolwright';
import { manifest } from './toolwright.gen.js';
export const call = () => new ToolRegistry(manifest).execute('forecast', { city: 'Oslo' });`,
  },
  'agent with OpenAI': {
    budget: 212_400,
    goal: 200_000,
    code: `${AGENT}
import { OpenAIClient } from 'toolwright/providers';
export const client = new OpenAIClient({ provider: 'openai', model: 'gpt-4o' });`,
  },
  'agent with any provider': {
    budget: 226_900,
    code: `${AGENT}
import { createClient } from 'toolwright';
export const client = createClient({ provider: 'openai', model: 'gpt-4o' });`,
  },
  'agent without an SDK': { budget: 145_800, goal: 150_000, code: AGENT },
  adapters: {
    budget: 10_000,
    goal: 25_000,
    code: `export * from '@toolwright/adapters/ai-sdk';`,
    external: ['ai'],
  },
};

/**
 * Bundles a program for Node.js.
 * @param folder has the packages in `node_modules`
 */
export async function bundleSize(folder, { code, external = [] }) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: folder },
    absWorkingDir: folder,
    outfile: 'bundle.js',
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    external: ['./toolwright.gen.js', ...external],
    write: false,
    metafile: true,
  });
  const packages = {};
  for (const [file, { bytesInOutput }] of Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs),
  )) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? 'program';
    packages[name] = (packages[name] ?? 0) + bytesInOutput;
  }
  const [{ contents }] = outputFiles;
  return { minified: contents.length, gzip: gzipSync(contents).length, packages };
}

/** One line for each program. */
export function printSize(name, { gzip, packages }) {
  const sorted = Object.entries(packages).sort(([, a], [, b]) => b - a);
  return `${name}: ${gzip} (${sorted.map(([key, bytes]) => `${key} ${bytes}`).join(', ')})`;
}
