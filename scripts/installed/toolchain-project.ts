/** The program that every tool chain of docs/builds.md builds and runs, with a tool by decorator, by JSDoc tag and by function. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How the method is marked as a tool. */
export type Form = 'standard' | 'legacy' | 'unmarked';

/** What the program prints. */
export const ANSWERS = {
  forecast: { result: 'Oslo, 3 days: sun', error: null },
  add: { result: 3, error: null },
  double: { result: 4, error: null },
  refused: { result: null, error: expect.stringContaining('city is required') },
};

const LEGACY = { experimentalDecorators: true, emitDecoratorMetadata: true };

const weather = (
  form: Form,
): string => `${form === 'legacy' ? "import 'reflect-metadata';\n" : ''}import { tool } from 'toolwright';

export class Weather {
  /**
   * Weather forecast for a city.${form === 'unmarked' ? '\n   * @tool' : ''}
   */
  ${form === 'unmarked' ? '' : '@tool '}forecast(city: string, days: 1 | 3 | 7 = 3): string {
    return \`\${city}, \${days} days: sun\`;
  }
}

/**
 * Adds two numbers.
 * @tool
 */
export function add(a: number, b: number): number {
  return a + b;
}

/** Doubles a number. */
export const double = tool((value: number): number => value * 2);
`;

const answers = (extension: string): string => `import { ToolRegistry } from 'toolwright';
import { manifest } from './toolwright.gen${extension}';
import { add, double, Weather } from './weather${extension}';

export async function answers() {
  const registry = new ToolRegistry(manifest).registerFrom(new Weather()).register(add).register(double);
  return {
    forecast: await registry.execute('forecast', { city: 'Oslo' }),
    add: await registry.execute('add', { a: 1, b: 2 }),
    double: await registry.execute('double', { value: 2 }),
    refused: await registry.execute('forecast', { town: 'Oslo' }),
  };
}
`;

/**
 * Writes the program into a folder, with `extension` in its imports. Output of another tool chain in that folder is removed, but the cache
 * of codegen for the same sources stays.
 */
export function writeProgram(
  folder: string,
  form: Form,
  { extension = '.js', type = 'module', options = {}, scripts = {} } = {},
): void {
  for (const made of ['dist', 'swc', 'test', 'src/toolwright.gen.ts'])
    rmSync(join(folder, made), { recursive: true, force: true });
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    isolatedModules: true,
    skipLibCheck: true,
    types: ['node'],
    rootDir: 'src',
    ...(form === 'legacy' && LEGACY),
    ...options,
  };
  write(folder, 'package.json', JSON.stringify({ private: true, type, scripts }));
  write(folder, 'tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
  write(folder, 'src/weather.ts', weather(form));
  write(folder, 'src/answers.ts', answers(extension));
  write(
    folder,
    'src/main.ts',
    `import { answers } from './answers${extension}';\nanswers().then((all) => console.log(JSON.stringify(all)));\n`,
  );
}

/** A test of the program. It prints nothing, and fails if an answer is wrong. */
export function writeTestOfProgram(folder: string, library: 'vitest' | 'vitest3' | '@jest/globals'): void {
  write(
    folder,
    'test/weather.test.ts',
    `import { expect, test } from '${library}';
import { answers } from '../src/answers.js';
test('every tool answers', async () => {
  expect(await answers()).toMatchObject({
    forecast: { result: 'Oslo, 3 days: sun' },
    add: { result: 3 },
    double: { result: 4 },
    refused: { error: expect.stringContaining('city is required') },
  });
});
`,
  );
}

/** Writes a configuration of docs/builds.md into a file. */
export function writeFromPage(folder: string, file: string, edit = (text: string): string => text): void {
  const block = new RegExp(`^\`\`\`js\\n// ${file.replace('.', '\\.')}.*\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(
    page(),
  );
  if (block?.[1] === undefined) throw new Error(`docs/builds.md has no ${file}.`);
  write(folder, file, edit(block[1]));
}

export function page(): string {
  return readFileSync(fileURLToPath(new URL('../../docs/builds.md', import.meta.url)), 'utf8');
}

export function write(folder: string, file: string, text: string): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
