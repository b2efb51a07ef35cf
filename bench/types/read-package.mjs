import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { generate } from '@toolwright/codegen';
import { exportedTypes } from './exported-types.mjs';

const ts = createRequire(import.meta.url)('typescript');

const CONFIG = {
  target: 'es2022',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  lib: ['es2023', 'dom', 'dom.iterable'],
  strict: true,
  skipLibCheck: true,
  esModuleInterop: true,
  noEmit: true,
  types: ['node'],
};

const PROVIDERS = ['openai', 'openai-strict', 'anthropic', 'gemini', 'groq', 'ollama', 'mcp'];

/** The number of types with a schema for which validators and the schemas of all providers are written as well. */
const SAMPLE = 20;

/**
 * Runs codegen on a project with a tool for each type that modules export. Then once more, with validators and all providers, for
 * some of those that have a schema.
 * @param {string} folder gets the project; its `node_modules` has the modules
 * @param {readonly string[]} modules
 */
export async function readPackage(folder, modules) {
  const file = join(folder, 'src/tools.mts');
  mkdirSync(join(folder, 'src'), { recursive: true });
  const config = { compilerOptions: CONFIG, files: ['src/tools.mts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { options } = ts.convertCompilerOptionsFromJson(CONFIG, folder);
  const { head, types } = exportedTypes(options, file, modules);
  const all = types.map((text, index) => ({ name: `t${index}`, text }));
  writeFileSync(file, head + toolsOf(all));
  const { result, seconds } = await timed({ cwd: folder, cache: false });
  const refused = refusals(result.diagnostics);
  const read = new Set(result.tools.map(({ name }) => name));
  const lowered = all.filter(({ name }) => read.has(name) && !refused.has(name));
  const lost = all.filter(({ name }) => !read.has(name) && !refused.has(name));
  const step = Math.max(1, lowered.length / SAMPLE);
  const sample = lowered.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  writeFileSync(file, head + toolsOf(sample));
  const full = await timed({ cwd: folder, cache: false, providers: PROVIDERS, validators: true });
  return {
    types: types.length,
    lowered: lowered.map(({ text }) => text),
    refused: all.flatMap(({ name, text }) => (refused.has(name) ? [[text, ...refused.get(name)]] : [])),
    lost: lost.map(({ text }) => text),
    seconds,
    fullSeconds: full.seconds,
    size: result.output.length,
    errors: [...refusals(full.result.diagnostics).values()].flat(),
  };
}

function toolsOf(types) {
  const methods = types.map(
    ({ name, text }) =>
      `  /** Takes and gives a value. @tool */\n  static ${name}(value: ${text}): ${text} { return value; }\n`,
  );
  return `export class Tools {\n${methods.join('')}}\n`;
}

async function timed(options) {
  const begun = process.cpuUsage();
  const result = await (await generate(options)).result();
  const { user, system } = process.cpuUsage(begun);
  return { result, seconds: (user + system) / 1_000_000 };
}

/** The errors of each tool: code and message. */
function refusals(diagnostics) {
  const found = new Map();
  for (const { severity, tool, code, message } of diagnostics) {
    // A type that a provider refuses is not an error of codegen.
    if (severity !== 'error' || code.startsWith('TW4')) continue;
    const key = tool ?? 'none';
    found.set(key, [...(found.get(key) ?? []), `${code} ${message}`]);
  }
  return found;
}
