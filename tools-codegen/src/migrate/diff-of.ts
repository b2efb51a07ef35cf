import { createTwoFilesPatch } from 'diff';

/** Returns a unified diff of two versions of a file. */
export function diffOf(file: string, before: string, after: string): string {
  const patch = createTwoFilesPatch(file, file, before, after, '', '');
  return patch.slice(patch.indexOf('--- '));
}
