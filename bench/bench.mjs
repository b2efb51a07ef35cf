/**
 * `pnpm bench <name> [options]`: measures Toolwright and its peers in one run. See README.md. Every bench is a folder with a module of the
 * same name that exports `run(args)`, which resolves to true if all of Toolwright's own parts ran.
 */
const benches = {
  codegen: () => import('./codegen/codegen.mjs'),
  validate: () => import('./validate/validate.mjs'),
  import: () => import('./import/import.mjs'),
  llm: () => import('./llm/llm.mjs'),
  agent: () => import('./agent/agent.mjs'),
  types: () => import('./types/types.mjs'),
  sizes: () => import('./sizes/sizes.mjs'),
  'tool-types': () => import('./tool-types/tool-types.mjs'),
  'many-tools': () => import('./many-tools/many-tools.mjs'),
  'code-modes': () => import('./code-modes/code-modes.mjs'),
};

const [name = '', ...args] = process.argv.slice(2);
if (!(name in benches)) {
  console.error(`No bench '${name}'. Usage: pnpm bench <${Object.keys(benches).join(' | ')}> [options]`);
  process.exit(2);
}

try {
  const { run } = await benches[name]();
  process.exitCode = (await run(args)) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
