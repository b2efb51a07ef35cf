/**
 * Joins the modules of a packed package into one file for each entry point and shared chunks, because each module that a program imports
 * costs time (docs/decisions/0004-packed-packages-are-bundled.md). Other packages stay imports.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';

/** Bundles the package in a folder in place. Modules that are loaded on demand stay separate files. */
export async function bundle(folder) {
  const { bin, exports, imports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const libraries = Object.values(exports ?? {}).flatMap((entry) => entry.default ?? []);
  const chosen = Object.values(imports ?? {}).flatMap(({ types, ...places }) => Object.values(places));
  const entryPoints = [
    ...libraries,
    ...chosen,
    ...Object.values(bin ?? {}).map((file) => startOf(folder, file)),
  ];
  const options = {
    absWorkingDir: folder,
    entryPoints,
    outbase: 'dist',
    outdir: 'dist',
    allowOverwrite: true,
    bundle: true,
    packages: 'external',
    splitting: true,
    plugins: [keepCommonJs(folder), KEEP_CHOICES, REMOVABLE],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'error',
    write: false,
  };
  const plugins = [...(await eagerModulesTogether(options)), ...options.plugins];
  const { outputFiles } = await build({ ...options, plugins });
  removeModules(join(folder, 'dist'));
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
}

/** The module that a command's script imports. */
function startOf(folder, script) {
  const [, path] =
    /(?:from |import\()'\.\.\/(dist\/[^']+)'/.exec(readFileSync(join(folder, script), 'utf8')) ?? [];
  if (path === undefined) throw new Error(`${script} imports nothing of dist.`);
  return path;
}

/** Keeps CommonJS modules beside the bundle: they exist to `require` lazily, which an ES module cannot do. */
function keepCommonJs(folder) {
  return {
    name: 'keep-commonjs',
    setup({ onResolve }) {
      onResolve({ filter: /^\..*\.cjs$/ }, ({ path, resolveDir }) => {
        // Libraries and chunks are all in dist itself, so one relative path is right for every file with the import.
        const kept = relative(join(folder, 'dist'), resolve(resolveDir, path)).replaceAll('\\', '/');
        return { path: `./${kept}`, external: true };
      });
    },
  };
}

/** Keeps the imports whose module the program's bundler or Node.js chooses, by the conditions in the package.json. */
const KEEP_CHOICES = {
  name: 'keep-choices',
  setup({ onResolve }) {
    onResolve({ filter: /^#/ }, () => ({ external: true }));
  },
};

/**
 * Marks the constants of modules as removable, because our packages have no side effects: a program's bundler cannot leave out a module that
 * has become a part of a file, only unused statements of it.
 */
const REMOVABLE = {
  name: 'removable-constants',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => ({ contents: withRemovableConstants(path) }));
  },
};

function withRemovableConstants(path) {
  const text = readFileSync(path, 'utf8');
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const values = statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ initializer }) => (initializer !== undefined && mayAct(initializer) ? [initializer] : []));
  // On the same lines, so that the lines of the source map stay.
  return values.reduceRight((made, { pos, end }) => {
    const value = made.slice(pos, end);
    return `${made.slice(0, pos)} /* @__PURE__ */ (() => (${value}))()${made.slice(end)}`;
  }, text);
}

/** Whether a bundler must assume that evaluating an expression has an effect. */
function mayAct(node) {
  if (ts.isFunctionLike(node)) return false;
  return ACTS.has(node.kind) || (ts.forEachChild(node, mayAct) ?? false);
}

const ACTS = new Set([
  ...[ts.SyntaxKind.CallExpression, ts.SyntaxKind.NewExpression, ts.SyntaxKind.TaggedTemplateExpression],
  ...[ts.SyntaxKind.PropertyAccessExpression, ts.SyntaxKind.ElementAccessExpression],
  ...[ts.SyntaxKind.SpreadElement, ts.SyntaxKind.SpreadAssignment, ts.SyntaxKind.ComputedPropertyName],
  ...[ts.SyntaxKind.TemplateExpression, ts.SyntaxKind.BinaryExpression, ts.SyntaxKind.PrefixUnaryExpression],
]);

/**
 * Puts the modules that an entry point loads at once, and no other entry point, into one chunk. esbuild makes a chunk for each set of entry
 * points and modules on demand that share it; here, each module on demand shares all that its entry point has loaded before.
 */
async function eagerModulesTogether(options) {
  const { metafile } = await build({ ...options, metafile: true });
  const entryOf = entriesOfModules(metafile.outputs, options);
  return [
    {
      name: 'eager-modules-together',
      setup({ onLoad, onResolve }) {
        onResolve({ filter: new RegExp(`^${ENTRY}$`) }, ({ importer }) => ({
          path: entryOf.get(importer),
          sideEffects: true,
        }));
        onLoad({ filter: /\.js$/ }, ({ path }) =>
          // On the first line, so that the lines of the source map stay.
          entryOf.has(path) ? { contents: `import '${ENTRY}';${withRemovableConstants(path)}` } : undefined,
        );
      },
    },
  ];
}

const ENTRY = 'entry-of-this-module';

/** The entry point of each module on demand to which only one of them leads. */
function entriesOfModules(outputs, { absWorkingDir, entryPoints }) {
  const sourceOf = ({ entryPoint }) => entryPoint && resolve(absWorkingDir, entryPoint);
  const outputOf = new Map(Object.entries(outputs).map(([path, output]) => [sourceOf(output), path]));
  const found = new Map();
  for (const entry of entryPoints.map((file) => resolve(absWorkingDir, file))) {
    for (const path of reachableFrom(outputOf.get(entry), outputs)) {
      const module = sourceOf(outputs[path]);
      if (module !== undefined) found.set(module, found.has(module) ? undefined : entry);
    }
  }
  return new Map([...found].filter(([module, entry]) => entry !== undefined && module !== entry));
}

function reachableFrom(start, outputs) {
  const reached = new Set([start]);
  for (const path of reached)
    for (const { path: next, external } of outputs[path].imports) if (!external) reached.add(next);
  return reached;
}

function removeModules(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    // Studio's page is bundled already, for a browser.
    if (/\.js(\.map)?$/.test(name) && !/^page[\\/]/.test(name)) rmSync(join(folder, name));
  }
}
