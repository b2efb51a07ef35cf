import path from 'node:path';
import type { FollowedProject } from '../follow-project.js';

/** What is used of esbuild's build. */
export interface EsbuildBuild {
  onStart(callback: () => Promise<{ errors: { text: string }[] }>): void;
  onResolve(options: { filter: RegExp }, callback: () => { watchFiles: string[] }): void;
}

/** Runs codegen before each build. Files can only be watched on behalf of an import, which is that of the generated module. */
export function followInEsbuild(build: EsbuildBuild, { generated, update }: FollowedProject): void {
  let watchFiles: string[] = [];
  build.onStart(async () => {
    const { files, failure } = await update();
    watchFiles = [...files];
    return { errors: failure === undefined ? [] : [{ text: failure.message }] };
  });
  build.onResolve({ filter: importOf(generated) }, () => ({ watchFiles }));
}

/** Imports of a module, as the text of a program has them. esbuild runs it as an expression of Go. */
function importOf(file: string): RegExp {
  const { name } = path.parse(file);
  return new RegExp(`(^|/)${name.replace(/[^\w]/g, '\\$&')}(\\.[cm]?[jt]s)?$`);
}
