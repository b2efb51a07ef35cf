import { ToolwrightError } from 'toolwright';
import type { Git } from './git.js';

/** Names in git contain no control characters, so a revision with one is a mistake or an attack. */
const CONTROL = /\p{Cc}/u;

/**
 * The full id of the commit that a revision names. All later commands get the id and never the text, so that git cannot read a model's text
 * as an option.
 * @throws ToolwrightError `INVALID_ARGUMENTS`
 */
export async function resolveCommit(git: Git, revision: string, signal?: AbortSignal): Promise<string> {
  if (revision === '' || revision.startsWith('-') || CONTROL.test(revision)) throw noCommit(revision, false);
  const { stdout } = await git.read(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
    { accept: [0, 1, 128], signal },
  );
  const id = stdout.trim();
  if (!/^[0-9a-f]{40,64}$/.test(id)) throw noCommit(revision, await isShallow(git, signal));
  return id;
}

/** The commit of HEAD; undefined in a repository without commits. */
export async function findHead(git: Git, signal?: AbortSignal): Promise<string | undefined> {
  const { stdout, exitCode } = await git.read(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
    accept: [0, 1, 128],
    signal,
  });
  return exitCode === 0 ? stdout.trim() : undefined;
}

/** Whether the older commits were not cloned. */
export async function isShallow(git: Git, signal?: AbortSignal): Promise<boolean> {
  const { stdout } = await git.read(['rev-parse', '--is-shallow-repository'], { signal });
  return stdout.trim() === 'true';
}

/** The error of a command that needs commits which a shallow clone lacks. */
export function tooShallow(message: string): ToolwrightError {
  return new ToolwrightError('INVALID_ARGUMENTS', message, { blame: 'user', hint: DEEPEN });
}

const DEEPEN = 'The clone is shallow. To get all commits: git fetch --unshallow';

function noCommit(revision: string, shallow: boolean): ToolwrightError {
  const message = `There is no commit ${JSON.stringify(revision)}.`;
  if (shallow) return tooShallow(message);
  return new ToolwrightError('INVALID_ARGUMENTS', message, {
    blame: 'model',
    hint: 'Name a branch, a tag, an id, or something like HEAD~2.',
  });
}
