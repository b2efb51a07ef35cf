import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The source that an import of a package of this workspace stands for; undefined for any other name. */
export function ownSource(specifier) {
  if (!OWN.test(specifier)) return undefined;
  const [name = '', entry = 'index'] = specifier.replace(/^@toolwright\//, '').split('/');
  const folder = name === 'codegen' ? 'tools-codegen' : `packages/${name}`;
  return join(root, folder, 'src', `${entry}.ts`);
}

/** The source that Node takes for a name of `imports` in the package of a folder, whether or not it has been built. */
export function ownImport(name, folder) {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return folder === dirname(folder) ? undefined : ownImport(name, dirname(folder));
  const chosen = JSON.parse(readFileSync(file, 'utf8')).imports?.[name];
  return chosen && sourceOfBuilt(join(folder, chosen.node ?? chosen.default));
}

/** The source of a built module of this workspace. */
export function sourceOfBuilt(file) {
  return file.replace(/([\\/])dist([\\/].*)\.js$/, '$1src$2.ts');
}

const OWN = /^(?:@toolwright\/|(?:create-)?toolwright(?:\/|$))/;

const CHOSEN = Symbol('chosen by conditions');

/** An esbuild plugin that resolves the packages of the workspace to their sources, so that no build can be stale. */
export function workspaceSources({ external = [] } = {}) {
  return {
    name: 'workspace-sources',
    setup({ onResolve, resolve }) {
      onResolve({ filter: OWN }, ({ path }) =>
        external.some((name) => path === `@toolwright/${name}` || path.startsWith(`@toolwright/${name}/`))
          ? { external: true }
          : { path: ownSource(path) },
      );
      onResolve({ filter: /^#/ }, async ({ path, resolveDir, kind, pluginData }) => {
        if (pluginData === CHOSEN) return undefined;
        const found = await resolve(path, { resolveDir, kind, pluginData: CHOSEN });
        return { ...found, path: sourceOfBuilt(found.path) };
      });
    },
  };
}
