import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ToolRegistry, tool } from '@toolwright/tools';
import { transform } from 'esbuild';
import { createScratch, PROJECT_FILES, removeScratch, runCli, writeFiles } from './cli.test.support.js';
import type { CallableRegistry } from './load/registry-export.js';

const WEATHER = `import { tool, type ToolContext } from 'toolwright';

export class Weather {
  /**
   * Weather forecast for a city.
   * @param city City name
   * @param days Days ahead
   */
  @tool
  async forecast(city: string, days: 1 | 3 | 7 = 1, context: ToolContext): Promise<{ city: string; days: number }> {
    context.log('asking', { city });
    context.progress(1);
    if (city === 'Atlantis') throw new Error('No such city.');
    return { city, days };
  }
}
`;
const REGISTRY = `import { ToolRegistry } from 'toolwright';
import { manifest } from './toolwright.gen.js';
import { Weather } from './weather.js';

export const createRegistry = () => new ToolRegistry(manifest).registerFrom(new Weather());
`;

const folder = createScratch({
  ...PROJECT_FILES,
  'node_modules/toolwright/index.d.ts': `
    export declare function tool(target: unknown, context: unknown): void;
    export interface ToolContext { log(message: string, data?: unknown): void; progress(value: unknown): void }
    export interface Manifest<Types = unknown> { readonly types?: Types }
  `,
  'node_modules/toolwright/index.js': `export const { tool, ToolRegistry } = globalThis.toolwright;`,
  'src/weather.ts': WEATHER,
  'src/registry.ts': REGISTRY,
});
// Codegen reads the stand-in types above; the built modules then load the sources of this repository.
Object.assign(globalThis, { toolwright: { tool, ToolRegistry } });
beforeAll(async () => {
  expect(await runCli(['codegen', '--include', 'src/weather.ts'], { cwd: folder })).toMatchObject({
    code: 0,
    stderr: '',
  });
  for (const name of ['weather', 'registry', 'toolwright.gen']) {
    const source = readFileSync(path.join(folder, `src/${name}.ts`), 'utf8');
    const { code } = await transform(source, { loader: 'ts', target: 'es2022' });
    writeFiles(folder, { [`dist/${name}.js`]: code });
  }
});
afterAll(removeScratch);

const call = (json: string) =>
  runCli(['call', 'forecast', json, '--registry', 'dist/registry.js#createRegistry'], { cwd: folder });

describe('from source to a call', () => {
  it('prints the result with defaults filled in, and the progress of the tool', async () => {
    expect(await call('{"city":"Oslo"}')).toEqual({
      code: 0,
      stdout: '{\n  "city": "Oslo",\n  "days": 1\n}\n',
      stderr: 'asking: {"city":"Oslo"}\nprogress: 1\n',
    });
  });

  it('refuses arguments that the schema refuses', async () => {
    const { code, stdout, stderr } = await call('{"town":"Oslo"}');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error INVALID_ARGUMENTS: .*town/);
  });

  it('reports the error of the tool', async () => {
    const { code, stderr } = await call('{"city":"Atlantis","days":3}');
    expect(code).toBe(1);
    expect(stderr).toContain('error TOOL_FAILED: No such city.\n');
  });
});

it('has an example in init that codegen accepts without a message', async () => {
  const project = createScratch({ ...PROJECT_FILES });
  await runCli(['init'], { cwd: project });
  expect(await runCli(['codegen'], { cwd: project })).toEqual({
    code: 0,
    stdout: 'Wrote src/toolwright.gen.ts, 2 tools.\n',
    stderr: '',
  });
});

it('uses the registry of the package', () => {
  const registry: CallableRegistry = new ToolRegistry();
  expect(registry.listTools()).toEqual([]);
});
