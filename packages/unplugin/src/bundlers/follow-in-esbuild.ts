import path from 'node:path';
import type { UnpluginOptions } from 'unplugin';
import type { FollowedProject } from '../follow-project.js';

/** What esbuild gives to plugins; esbuild itself need not be installed. */
export type EsbuildBuild = Parameters<NonNullable<NonNullable<UnpluginOptions['esbuild']>['setup']>>[0];

/** Runs codegen before each build. Files can only be watched on behalf of an import, which is that of the generated module. */
export function followInEsbuild(build: EsbuildBuild, { generated, update }: FollowedProject): void {
  const { initialOptions } = build;
  // Without a target, esbuild would leave them as they are.
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
  // What was edited during the build counts as built, so esbuild would not look at it again; but at the module, if that is written now.
  build.onEnd(run);
  build.onResolve({ filter: importOf(generated) }, async ({ path: specifier, pluginData, ...from }) => {
    if (pluginData === OWN) return undefined;
    const resolved = await build.resolve(specifier, { ...from, pluginData: OWN });
    return { ...resolved, watchFiles };
  });
}

/** Marks the question that the plugin asks itself. */
const OWN = Symbol('toolwright-codegen');

/** Imports of a module, as the text of a program has them. esbuild runs it as an expression of Go. */
function importOf(file: string): RegExp {
  const { name } = path.parse(file);
  return new RegExp(`(^|/)${name.replace(/[^\w]/g, '\\$&')}(\\.[cm]?[jt]s)?$`);
}
