import { createHash } from 'node:crypto';
import { ToolwrightError } from 'toolwright';
import type { Git } from './git.js';
import { findHead } from './resolve-commit.js';

/** What the user, or `--yes`, has agreed to. */
export interface AgreedMessage {
  readonly text: string;
  /** Of the staged changes that the message describes. */
  readonly fingerprint: string;
  readonly amend?: boolean | undefined;
}

const MAX_INDEX_BYTES = 200_000_000;

/** A short text that changes with the staged changes and, for a commit that is amended, with that commit. */
export async function stagedFingerprint(git: Git, signal?: AbortSignal, amend = false): Promise<string> {
  const { stdout } = await git.read(
    ['diff', '--cached', '--raw', '-z', '--no-abbrev', '--no-renames', '--no-ext-diff'],
    {
      maxBytes: MAX_INDEX_BYTES,
      signal,
    },
  );
  const amended = amend ? await findHead(git, signal) : '';
  return createHash('sha256').update(`${amended}${stdout}`).digest('hex');
}

/**
 * Makes the commit, or amends the last one, with the user's hooks and signing, and returns its id. The message goes through standard input.
 * @throws ToolwrightError `USAGE` if other changes are staged by now, `TOOL_FAILED` if git or a hook refuses
 */
export async function commitStaged(
  git: Git,
  { text, fingerprint, amend = false }: AgreedMessage,
  signal?: AbortSignal,
): Promise<string> {
  if ((await stagedFingerprint(git, signal, amend)) !== fingerprint) {
    throw new ToolwrightError(
      'USAGE',
      `What is staged${amend ? ', or the last commit,' : ''} has changed since the message was written.`,
      {
        blame: 'user',
        hint: 'Run the command again.',
      },
    );
  }
  // Hooks may take long, and a commit must not be stopped halfway.
  // Verbatim: lines that begin with "#" are text, and the commit has exactly the text that was shown.
  const options = ['--quiet', '--no-edit', '--cleanup=verbatim', '--file=-', ...(amend ? ['--amend'] : [])];
  await git.write(['commit', ...options], {
    input: text,
    timeoutMs: 600_000,
  });
  return (await git.read(['rev-parse', 'HEAD'])).stdout.trim();
}

/** The message of a commit, byte for byte. */
export async function readMessage(git: Git, id: string): Promise<string> {
  const { stdout } = await git.read(['cat-file', 'commit', id]);
  return stdout.slice(stdout.indexOf('\n\n') + 2);
}
