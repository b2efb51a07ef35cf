import { createHash } from 'node:crypto';
import { ToolwrightError } from 'toolwright';
import type { Git } from './git.js';

const MAX_INDEX_BYTES = 200_000_000;

/** What is staged, as a short text that changes with it. */
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
 * @param fingerprint of what the message was written for
 * @throws ToolwrightError `USAGE` where something else is staged by now, `TOOL_FAILED` where git or a hook refuses
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
  // Hooks may take their time, and a commit that is stopped halfway helps nobody.
  // Verbatim: lines that begin with "#" are text, and what was shown is what is committed.
  await git.write(['commit', '--quiet', '--no-edit', '--cleanup=verbatim', '--file=-'], {
    input: message,
    timeoutMs: 600_000,
  });
  return (await git.read(['rev-parse', 'HEAD'])).stdout.trim();
}

/** The message of a commit, byte by byte. */
export async function readMessage(git: Git, id: string): Promise<string> {
  const { stdout } = await git.read(['cat-file', 'commit', id]);
  return stdout.slice(stdout.indexOf('\n\n') + 2);
}
