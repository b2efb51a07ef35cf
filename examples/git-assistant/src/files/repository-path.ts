import { ToolwrightError } from 'toolwright';

const NUL = String.fromCharCode(0);

/**
 * A path as a model wrote it, made plain: relative to the repository, with forward slashes, without `.` and `..`.
 * The empty path is the repository itself. Nothing is looked up; see `openReadable` for that.
 * @throws ToolwrightError `INVALID_ARGUMENTS` for a path that leaves the repository or goes into `.git`
 */
export function repositoryPath(given: string): string {
  if (given.includes(NUL)) throw refused(given, 'has a NUL in it');
  if (/^([/\\]|[a-z]:)/i.test(given)) throw refused(given, 'is absolute');
  const parts: string[] = [];
  for (const part of given.split('/')) {
    if (part === '..' && parts.pop() === undefined) throw refused(given, 'leads out of the repository');
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  // Windows and macOS take names of any case, Windows also with dots and spaces at the end, for the same.
  if (parts.some((part) => /^\.git[. ]*$/i.test(part))) throw refused(given, "belongs to git's own files");
  return parts.join('/');
}

function refused(path: string, why: string): ToolwrightError {
  return new ToolwrightError('INVALID_ARGUMENTS', `The path ${JSON.stringify(path)} ${why}.`, {
    blame: 'model',
    hint: 'Give a path relative to the repository, e.g. "src/index.ts".',
  });
}
