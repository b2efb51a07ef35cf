import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The source that an import of a package of this workspace stands for; undefined for any other name. */
export function ownSource(specifier) {
  if (!OWN.test(specifier)) return undefined;
  const [name = '', entry = 'index'] = specifier.replace(/^@toolwright\//, '').split('/');
  const folder = name === 'codegen' ? 'tools-codegen' : `packages/${name}`;
  return join(root, folder, 'src', `${entry}.ts`);
}

const OWN = /^(?:@toolwright\/|(?:create-)?toolwright(?:\/|$))/;

/** An esbuild plugin that resolves the packages of the workspace to their sources, so that no build can be stale. */
export function workspaceSources({ external = [] } = {}) {
  return {
    name: 'workspace-sources',
    setup({ onResolve }) {
      onResolve({ filter: OWN }, ({ path }) =>
        external.some((name) => path === `@toolwright/${name}` || path.startsWith(`@toolwright/${name}/`))
          ? { external: true }
          : { path: ownSource(path) },
      );
    },
  };
}
