/**
 * Joins the modules of a packed package into one file per entry point and what they share, since Node pays for each
 * module that a program imports (docs/decisions/0004-packed-packages-are-bundled.md). Other packages stay imports.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

/** Bundles the package in a folder in place. What is loaded on demand stays in files of its own. */
export async function bundle(folder) {
  const { bin, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const libraries = Object.values(exports ?? {}).flatMap((entry) => entry.default ?? []);
  const entryPoints = [...libraries, ...Object.values(bin ?? {}).map((file) => startOf(folder, file))];
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints,
    outbase: 'dist',
    outdir: 'dist',
    allowOverwrite: true,
    bundle: true,
    packages: 'external',
    splitting: true,
    plugins: [keepCommonJs(folder)],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'error',
    write: false,
  });
  removeModules(join(folder, 'dist'));
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
}

/** The module that the script of a command imports. */
function startOf(folder, script) {
  const [, path] =
    /(?:from |import\()'\.\.\/(dist\/[^']+)'/.exec(readFileSync(join(folder, script), 'utf8')) ?? [];
  if (path === undefined) throw new Error(`${script} imports nothing of dist.`);
  return path;
}

/** Leaves CommonJS modules beside the bundle: they are there to `require` lazily, which an ES module cannot. */
function keepCommonJs(folder) {
  return {
    name: 'keep-commonjs',
    setup({ onResolve }) {
      onResolve({ filter: /^\..*\.cjs$/ }, ({ path, resolveDir }) => {
        // Libraries and chunks all lie in dist itself, so one relative path serves whichever holds the import.
        const kept = relative(join(folder, 'dist'), resolve(resolveDir, path)).replaceAll('\\', '/');
        return { path: `./${kept}`, external: true };
      });
    },
  };
}

function removeModules(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (/\.js(\.map)?$/.test(name)) rmSync(join(folder, name));
  }
}
