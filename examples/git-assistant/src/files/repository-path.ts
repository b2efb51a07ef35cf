import { plainPath, refusedPath } from '@toolwright/capabilities/guard';

/** The folder of a repository in words, for errors. */
export const REPOSITORY = 'the repository';

/** Names that some file system treats as `.git`: in any case, with dots or spaces at the end, as a stream, or as a short name. */
const GIT_FOLDER = /^(\.git|git~\d+)[. ]*(:.*)?$/i;

/** Code points that macOS ignores when it compares names. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Normalises a path that a model wrote: relative to the repository, with forward slashes, without `.` and `..`. The empty path is the
 * repository itself. It does not read the disk; see `resolvePath` for that.
 * @throws ToolwrightError `INVALID_ARGUMENTS` for a path that leaves the repository or goes into `.git`
 */
export function repositoryPath(given: string): string {
  const path = plainPath(given, REPOSITORY);
  if (path.split('/').some((part) => GIT_FOLDER.test(part.replace(UNSEEN, ''))))
    throw refusedPath(given, "belongs to git's own files", REPOSITORY);
  return path;
}
