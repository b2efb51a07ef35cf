import path from 'node:path';
import type { FollowedProject } from '../follow-project.js';
import { type RollupContext, startBuild } from './follow-in-rollup.js';
import { lowerInVite } from './lower-in-rollup.js';
import { type ServedProject, serveProject, type ViteServer } from './vite-server.js';

/** The parts of the user's configuration that are read. */
export interface ViteConfig {
  readonly esbuild?: false | { readonly target?: unknown } | undefined;
}

/** The parts of the hook context that are read. Vite passes it since version 7. */
export interface ViteContext {
  readonly meta?: { readonly rollupVersion?: string; readonly rolldownVersion?: string };
}

/**
 * Builds work as in Rollup. A server keeps running after an error, and shows it for every import of the generated module until an edit
 * fixes it.
 */
export function followInVite(project: FollowedProject) {
  let root = '';
  let served: ServedProject | undefined;
  return {
    ...lowerInVite,
    /** Runs after Vite has compiled the types, and before Vite reads the imports. */
    enforce: 'post',
    /** Vite before version 8 compiles decorators itself if the target requires it. Other plugins then never see them. */
    config(this: ViteContext | undefined, { esbuild }: ViteConfig) {
      const compiles = this?.meta?.rolldownVersion === undefined && esbuild !== false;
      return compiles && esbuild?.target === undefined
        ? { esbuild: { target: BELOW_DECORATORS } }
        : undefined;
    },
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
      /** Without this, Vite would report a missing module instead of the error. */
      handler(source: string, importer = project.generated): string | undefined {
        if (served?.failure === undefined) return undefined;
        // The path as programs import the module, and as browsers request it.
        const meant = [path.resolve(path.dirname(importer), source), path.join(root, source)];
        const wanted = withoutExtension(project.generated);
        return meant.some((file) => withoutExtension(file) === wanted) ? project.generated : undefined;
      },
    },
    load: {
      order: 'pre',
      /** A request may arrive before the watcher notices the edit. */
      async handler(id: string): Promise<undefined> {
        if (path.normalize(id) !== project.generated) return;
        await served?.refresh();
        if (served?.failure !== undefined) throw served.failure;
      },
    },
  } as const;
}

/** No release of Node.js and no browser supports decorators. */
const BELOW_DECORATORS = 'es2024';

const READ_BY_CODEGEN = /\.(?:[cm]?[jt]sx?|json)$/;

function withoutExtension(file: string): string {
  return file.replace(/\.[cm]?[jt]s$/, '');
}
