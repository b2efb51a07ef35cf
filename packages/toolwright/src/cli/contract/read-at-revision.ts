import path from 'node:path';
import { visibleLine } from '@toolwright/contract';
import { userError } from '../user-error.js';
import { git } from './git.js';

/**
 * Returns the text of a lock at a Git revision. Follows symbolic links within the repository at that revision.
 * @throws ToolwrightError `INVALID_CONFIG`, `USAGE`
 */
export async function readAtRevision(revision: string, file: string): Promise<Buffer> {
  const folder = path.dirname(file);
  const name = path.basename(file);
  // A line break would start another request.
  const answer = /[\n\0]/.test(revision)
    ? undefined
    : await git(folder, ['cat-file', '--batch', '--follow-symlinks'], `${revision}^{commit}:./${name}\n`);
  const found = answer === undefined ? undefined : readAnswer(answer);
  if (found?.kind === 'file') return found.content;
  if (found?.kind === 'link') {
    const hint = 'Commit the lock as a file, or pass a lock file.';
    throw userError('INVALID_CONFIG', `${name} at ${revision} is a symbolic link ${found.problem}.`, hint);
  }
  if (found?.kind === 'folder')
    throw userError('INVALID_CONFIG', `${name} at ${revision} is a folder.`, 'Pass a lock file.');
  throw await whyMissing(revision, folder, name);
}

type Answer =
  | { readonly kind: 'file'; readonly content: Buffer }
  | { readonly kind: 'folder' | 'missing' }
  | { readonly kind: 'link'; readonly problem: string };

/** @see https://git-scm.com/docs/git-cat-file#_batch_output */
function readAnswer(answer: Buffer): Answer {
  const end = answer.indexOf('\n');
  const line = answer.toString('utf8', 0, end);
  // Excludes the line break at the end.
  const content = answer.subarray(end + 1, -1);
  if (/^[0-9a-f]+ blob \d+$/.test(line)) return { kind: 'file', content };
  if (/^[0-9a-f]+ (?:tree|commit) \d+$/.test(line)) return { kind: 'folder' };
  const [link] = /^(?:symlink|dangling|loop|notdir)(?= \d+$)/.exec(line) ?? [];
  if (link === undefined) return { kind: 'missing' };
  return {
    kind: 'link',
    problem:
      link === 'symlink'
        ? `that leads out of the repository, to ${visibleLine(content.toString('utf8'))}`
        : (BROKEN[link] ?? ''),
  };
}

const BROKEN: Readonly<Record<string, string>> = {
  dangling: 'to a file that does not exist at this revision',
  loop: 'that leads back to itself',
  notdir: 'through something that is not a folder',
};

async function whyMissing(revision: string, folder: string, name: string): Promise<Error> {
  const commit = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  if ((await git(folder, commit)) !== undefined) {
    const hint = 'Pass a revision that contains a lock file, or the path of a lock file.';
    return userError('INVALID_CONFIG', `${revision} has no ${name} in the folder of the manifest.`, hint);
  }
  const isShallow = (await git(folder, ['rev-parse', '--is-shallow-repository']))?.toString().trim();
  const named = `${JSON.stringify(revision)} is neither a file nor a Git revision`;
  if (isShallow === undefined)
    return userError('USAGE', `${named}: this is not a Git repository.`, 'Pass a lock file.');
  if (isShallow === 'true') {
    const hint = 'Fetch it first: git fetch --depth=1 origin <branch>, or check out with fetch-depth: 0.';
    return userError('USAGE', `${named} in this shallow clone.`, hint);
  }
  return userError('USAGE', `${named}.`, 'Pass a lock file, a branch, a tag or a commit.');
}
