import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** An esbuild plugin that resolves the packages of the workspace to their sources, so that no build can be stale. */
export function workspaceSources({ external = [] } = {}) {
  return {
    name: 'workspace-sources',
    setup({ onResolve }) {
      onResolve({ filter: /^(?:@toolwright\/|toolwright(?:\/|$))/ }, ({ path }) => {
        const [name = '', entry = 'index'] = path.replace(/^@toolwright\//, '').split('/');
        if (external.includes(name)) return { external: true };
        const folder = name === 'codegen' ? 'tools-codegen' : `packages/${name}`;
        return { path: join(root, folder, 'src', `${entry}.ts`) };
      });
    },
  };
}
