import { createHash } from 'node:crypto';
import { ToolwrightError } from 'toolwright';
import type { Git } from './git.js';

const MAX_INDEX_BYTES = 200_000_000;

/** A short text that changes with the staged changes. */
export async function stagedFingerprint(git: Git, signal?: AbortSignal): Promise<string> {
  const { stdout } = await git.read(
    ['diff', '--cached', '--raw', '-z', '--no-abbrev', '--no-renames', '--no-ext-diff'],
    {
      maxBytes: MAX_INDEX_BYTES,
      signal,
    },
  );
  return createHash('sha256').update(stdout).digest('hex');
}

/**
 * Makes the commit, with the user's hooks and signing, and returns its id. The message goes through standard input.
 * @param fingerprint of the staged changes that the message describes
 * @throws ToolwrightError `USAGE` if other changes are staged by now, `TOOL_FAILED` if git or a hook refuses
 */
export async function commitStaged(
  git: Git,
  message: string,
  fingerprint: string,
  signal?: AbortSignal,
): Promise<string> {
  if ((await stagedFingerprint(git, signal)) !== fingerprint) {
    throw new ToolwrightError('USAGE', 'What is staged has changed since the message was written.', {
      blame: 'user',
      hint: 'Run the command again.',
    });
  }
  // Hooks may take long, and a commit must not be stopped halfway.
  // Verbatim: lines that begin with "#" are text, and the commit has exactly the text that was shown.
  await git.write(['commit', '--quiet', '--no-edit', '--cleanup=verbatim', '--file=-'], {
    input: message,
    timeoutMs: 600_000,
  });
  return (await git.read(['rev-parse', 'HEAD'])).stdout.trim();
}

/** The message of a commit, byte for byte. */
export async function readMessage(git: Git, id: string): Promise<string> {
  const { stdout } = await git.read(['cat-file', 'commit', id]);
  return stdout.slice(stdout.indexOf('\n\n') + 2);
}
