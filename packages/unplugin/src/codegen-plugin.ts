import type { GenerateOptions } from '@toolwright/codegen';
import { createUnplugin, type UnpluginInstance, type UnpluginOptions } from 'unplugin';
import { followInEsbuild } from './bundlers/follow-in-esbuild.js';
import { followInRollup } from './bundlers/follow-in-rollup.js';
import { followInVite } from './bundlers/follow-in-vite.js';
import { followInWebpack } from './bundlers/follow-in-webpack.js';
import { type FollowedProject, followProject } from './follow-project.js';

/**
 * Codegen as a plugin: `codegen.vite()`, `codegen.rollup()`, `codegen.esbuild()`, `codegen.webpack()`, `codegen.rspack()`. It runs before
 * each build and after each edit, so the generated module is never stale. Codegen errors fail the build.
 */
export const codegen: UnpluginInstance<GenerateOptions | undefined> = createUnplugin(
  (options = {}, { framework }) => ({
    name: 'toolwright-codegen',
    ...hooksFor(framework, followProject(options)),
  }),
);

/**
 * Chooses bundler-specific hooks. Those that unplugin offers for all bundlers run during the build, not before it, and cannot add files to
 * watch.
 */
function hooksFor(framework: string, project: FollowedProject): Omit<UnpluginOptions, 'name'> {
  switch (framework) {
    case 'esbuild':
      return { esbuild: { setup: (build) => followInEsbuild(build, project) } };
    case 'rspack':
      return { rspack: (compiler) => followInWebpack(compiler, project) };
    case 'vite':
      return { vite: followInVite(project) };
    case 'webpack':
      return { webpack: (compiler) => followInWebpack(compiler, project) };
    default:
      return { [framework]: followInRollup(project) };
  }
}
