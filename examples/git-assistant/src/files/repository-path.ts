import { ToolwrightError } from 'toolwright';

const NUL = String.fromCharCode(0);

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
  if (given.includes(NUL)) throw refusePath(given, 'has a NUL in it');
  if (/^([/\\]|[a-z]:)/i.test(given)) throw refusePath(given, 'is absolute');
  const parts: string[] = [];
  for (const part of given.split(process.platform === 'win32' ? /[/\\]/ : '/')) {
    if (part === '..' && parts.pop() === undefined) throw refusePath(given, 'leads out of the repository');
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  if (parts.some((part) => GIT_FOLDER.test(part.replace(UNSEEN, ''))))
    throw refusePath(given, "belongs to git's own files");
  return parts.join('/');
}

function refusePath(path: string, why: string): ToolwrightError {
  return new ToolwrightError('INVALID_ARGUMENTS', `The path ${JSON.stringify(path)} ${why}.`, {
    blame: 'model',
    hint: 'Give a path relative to the repository, e.g. "src/index.ts".',
  });
}
