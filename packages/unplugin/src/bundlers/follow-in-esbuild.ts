import path from 'node:path';
import type { PluginBuild } from 'esbuild';
import type { FollowedProject } from '../follow-project.js';

/** Runs codegen before each build. Files can only be watched on behalf of an import, which is that of the generated module. */
export function followInEsbuild(build: PluginBuild, { generated, update }: FollowedProject): void {
  let watchFiles: string[] = [];
  build.onStart(async () => {
    const { files, failure } = await update();
    watchFiles = [...files];
    return { errors: failure === undefined ? [] : [{ text: failure.message }] };
  });
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
