import { isSecretPath } from '../files/secret-files.js';
import type { RawChange } from '../git/parse-changes.js';
import { type FileKind, fileKindOf, KIND_WEIGHT } from './file-kind.js';

export interface Relevance {
  /** How much a reader learns from this file's changes, from 0 to 1. */
  score: number;
  kind: FileKind;
}

/**
 * Scores a changed file by its kind and by the kind of change. Size does not count, because an attacker could hide a change in a large
 * file.
 */
export function scoreChange({ path, from, change, added, deleted, isModule }: RawChange): Relevance {
  const kind = isModule ? 'submodule' : kindOfChange(path, from, added === null);
  let score = KIND_WEIGHT[kind];
  if (change === 'deleted') score *= 0.6;
  if ((change === 'renamed' || change === 'copied') && added === 0 && deleted === 0) score *= 0.3;
  // Conflicts must be seen first.
  if (change === 'unmerged' && kind !== 'secret') score = 1;
  return { score: Math.round(score * 100) / 100, kind };
}

function kindOfChange(path: string, from: string | undefined, binary: boolean): FileKind {
  if (from !== undefined && isSecretPath(from)) return 'secret';
  const kind = fileKindOf(path);
  return binary && kind !== 'secret' ? 'binary' : kind;
}
