import path from 'node:path';
import type { UnpluginOptions } from 'unplugin';
import type { FollowedProject } from '../follow-project.js';

/** The build object that esbuild passes to plugins. This type does not require esbuild to be installed. */
export type EsbuildBuild = Parameters<NonNullable<NonNullable<UnpluginOptions['esbuild']>['setup']>>[0];

/** Runs codegen before each build. esbuild watches files only as part of an import, so the import of the generated module lists them. */
export function followInEsbuild(build: EsbuildBuild, { generated, update }: FollowedProject): void {
  const { initialOptions } = build;
  // Without a target, esbuild would not compile decorators.
  initialOptions.supported = { decorators: false, ...initialOptions.supported };
  let watchFiles: string[] = [];
  let reported: string | undefined;
  const run = async (): Promise<{ errors: { text: string }[] }> => {
    const { files, failure } = await update();
    watchFiles = [...files];
    const isNews = failure !== undefined && failure.message !== reported;
    reported = failure?.message;
    return { errors: isNews ? [{ text: failure.message }] : [] };
  };
  build.onStart(() => {
    reported = undefined;
    return run();
  });
  // esbuild treats a file that was edited during the build as already built. Running codegen here writes the module, which esbuild does
  // notice.
  build.onEnd(run);
  build.onResolve({ filter: importOf(generated) }, async ({ path: specifier, pluginData, ...from }) => {
    if (pluginData === OWN) return undefined;
    const resolved = await build.resolve(specifier, { ...from, pluginData: OWN });
    return { ...resolved, watchFiles };
  });
}

/** Marks the plugin's own resolve requests. */
const OWN = Symbol('toolwright-codegen');

/** Matches specifiers that import a module. esbuild runs it as a Go regular expression. */
function importOf(file: string): RegExp {
  const { name } = path.parse(file);
  return new RegExp(`(^|/)${name.replace(/[^\w]/g, '\\$&')}(\\.[cm]?[jt]s)?$`);
}
