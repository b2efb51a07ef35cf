import type { Disk } from '@toolwright/program';

/** The format of a generated module: TypeScript, or JavaScript that Node.js runs directly. */
export type ModuleKind = 'typescript' | 'module' | 'commonjs';

/**
 * Finds the format of the module at a path. `.js` follows the nearest package.json, as in Node.js.
 * @see https://nodejs.org/api/packages.html#determining-module-system
 */
export function moduleKind(file: string, disk: Pick<Disk, 'readFile'>): ModuleKind {
  if (/\.[mc]?ts$/.test(file)) return 'typescript';
  if (file.endsWith('.mjs')) return 'module';
  if (file.endsWith('.cjs')) return 'commonjs';
  for (let dir = parentOf(file); ; dir = parentOf(dir)) {
    const text = disk.readFile(`${dir}/package.json`);
    if (text !== undefined) return /"type"\s*:\s*"module"/.test(text) ? 'module' : 'commonjs';
    if (dir === '') return 'commonjs';
  }
}

function parentOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}
