import path from 'node:path';
import type { FollowedProject } from '../follow-project.js';
import { type RollupContext, startBuild } from './follow-in-rollup.js';
import { type ServedProject, serveProject, type ViteServer } from './vite-server.js';

/** What is used of the configuration that a user wrote. */
export interface ViteConfig {
  readonly esbuild?: false | { readonly target?: unknown } | undefined;
}

/**
 * Builds are those of Rollup. A server goes on after an error, and shows it to all that want the generated module, until an edit puts it
 * right.
 */
export function followInVite(project: FollowedProject) {
  let root = '';
  let served: ServedProject | undefined;
  return {
    /** Vite compiles for what is newest, which would leave `@tool` in the JavaScript. */
    config: ({ esbuild }: ViteConfig) =>
      esbuild === false || esbuild?.target !== undefined
        ? undefined
        : { esbuild: { target: BELOW_DECORATORS } },
    configureServer(server: ViteServer): void {
      root = server.config.root;
      served = serveProject(server, project);
    },
    buildStart: {
      order: 'pre',
      sequential: true,
      handler(this: RollupContext): Promise<void> {
        return served?.refresh() ?? startBuild(this, project);
      },
    },
    async watchChange(file: string): Promise<void> {
      if (READ_BY_CODEGEN.test(file)) await served?.refresh([file]);
    },
    resolveId: {
      order: 'pre',
      /** Without this, Vite would say that the module is missing, not why. */
      handler(source: string, importer = project.generated): string | undefined {
        if (served?.failure === undefined) return undefined;
        // As programs import it, and as browsers ask for it.
        const meant = [path.resolve(path.dirname(importer), source), path.join(root, source)];
        const wanted = withoutExtension(project.generated);
        return meant.some((file) => withoutExtension(file) === wanted) ? project.generated : undefined;
      },
    },
    load: {
      order: 'pre',
      /** A request may come before the watcher has seen the edit. */
      async handler(id: string): Promise<undefined> {
        if (path.normalize(id) !== project.generated) return;
        await served?.refresh();
        if (served?.failure !== undefined) throw served.failure;
      },
    },
  } as const;
}

/** No release of Node.js parses decorators, and no browser. */
const BELOW_DECORATORS = 'es2024';

const READ_BY_CODEGEN = /\.(?:[cm]?tsx?|json)$/;

function withoutExtension(file: string): string {
  return file.replace(/\.[cm]?[jt]s$/, '');
}
