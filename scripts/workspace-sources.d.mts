import type { Plugin } from 'esbuild';

export interface WorkspaceSourcesOptions {
  /** Packages that stay imports, without their scope: `codegen`. Default: none. */
  readonly external?: readonly string[];
}

export function workspaceSources(options?: WorkspaceSourcesOptions): Plugin;
