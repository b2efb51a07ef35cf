import path from 'node:path';
import { visibleLine } from '@toolwright/contract';

/** Returns a relative path with forward slashes, on one line. */
export function shownPath(file: string, cwd: string): string {
  return visibleLine(path.relative(cwd, file).replaceAll('\\', '/'));
}
