import path from 'node:path';
import type { CodegenRun } from '@toolwright/codegen';
import { count } from '../../count.js';

/** The modules of a run and what is in them: `src/toolwright.gen.ts, 2 tools`. */
export function shownModules({ manifest, validators, tools, schemas }: CodegenRun, cwd: string): string {
  const modules = validators.hash === undefined ? [manifest] : [manifest, validators];
  const files = modules.map(({ file }) => shownPath(file, cwd)).join(' and ');
  const amount = tools.filter(({ repeats }) => repeats !== true).length;
  const parts = [
    ...(amount > 0 || schemas.length === 0 ? [count(amount, 'tool')] : []),
    ...(schemas.length > 0 ? [count(schemas.length, 'schema')] : []),
  ];
  return `${files}, ${parts.join(' and ')}`;
}

/** Relative, with forward slashes. */
export function shownPath(file: string, cwd: string): string {
  return path.relative(cwd, file).replaceAll('\\', '/');
}
