import { isBuiltin } from 'node:module';
import type { Disk } from '@toolwright/program';
import { moduleHost } from '@toolwright/program/compiler';
import { type Diagnostic, getRule } from '@toolwright/program/diagnostics';
import type { ToolProgram } from '../program/read-tool-sites.js';
import { GLOBAL_MODULE } from './package-effects.js';
import { CONFIG_FILE, type EffectConfig } from './read-effect-config.js';

/** Reports entries in the project's own table for packages that the project cannot import. */
export function checkPackages(
  { packages }: EffectConfig,
  { context, projectDir }: Pick<ToolProgram, 'context' | 'projectDir'>,
  disk: Disk,
): Diagnostic[] {
  const { ts, program } = context.compiler;
  const host = moduleHost(disk);
  const isThere = (name: string): boolean => {
    if (name.endsWith('*') || name === GLOBAL_MODULE || isBuiltin(name)) return true;
    const from = `${projectDir}/toolwright.config.ts`;
    const { resolvedModule } = ts.resolveModuleName(name, from, program.getCompilerOptions(), host);
    return resolvedModule !== undefined || folderExists(name, projectDir, disk);
  };
  const { severity, fix } = getRule('TW6004');
  return Object.keys(packages)
    .filter((name) => !isThere(name))
    .map((name) => ({
      code: 'TW6004',
      severity,
      message: `The table of effects lists the package \`${name}\`, which the project cannot import.`,
      hint: fix,
      file: CONFIG_FILE,
    }));
}

/** Whether the folder of a package exists. A package without types is also installed. */
function folderExists(name: string, dir: string, disk: Disk): boolean {
  const parts = dir.split('/');
  return parts.some((_, index) => {
    const folder = parts.slice(0, parts.length - index).join('/');
    return disk.directoryExists(`${folder}/node_modules/${name}`);
  });
}
