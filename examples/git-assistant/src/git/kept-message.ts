import { createHash } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isMissing } from '@toolwright/capabilities/guard';
import { isRecord } from '@toolwright/contract';
import { readPlainFile } from '../files/plain-file.js';
import type { Git } from './git.js';

/** The message of a commit that was not made. */
export interface Kept {
  readonly text: string;
  /** The fingerprint of the staged changes that it describes. */
  readonly fingerprint: string;
  /** Whether it was to replace the message of the last commit. */
  readonly amend?: boolean | undefined;
}

/**
 * Keeps the message of a commit until the commit is made, in git's own file for it, `COMMIT_EDITMSG`. A second file says that the text is
 * ours: git also writes the first one.
 */
export class KeptMessage {
  /** As a user would type it. */
  readonly path: string;
  readonly #file: string;
  readonly #mark: string;

  private constructor(root: string, path: string) {
    this.path = path;
    this.#file = resolve(root, path);
    this.#mark = `${this.#file}.git-assistant`;
  }

  static async of(git: Git): Promise<KeptMessage> {
    const { stdout } = await git.read(['rev-parse', '--git-path', 'COMMIT_EDITMSG']);
    return new KeptMessage(git.root, stdout.replace(/\n$/, ''));
  }

  /** @throws an error of the file system; what was kept before is then unchanged */
  async keep({ text, fingerprint, amend = false }: Kept): Promise<void> {
    await replaceFile(this.#file, text);
    await replaceFile(this.#mark, JSON.stringify({ message: hash(text), fingerprint, amend }));
  }

  /** The kept message; undefined if git or the user has written another one since. */
  async find(): Promise<Kept | undefined> {
    try {
      const mark: unknown = JSON.parse(await readPlainFile(this.#mark));
      const text = await readPlainFile(this.#file);
      if (!isRecord(mark) || mark.message !== hash(text)) return undefined;
      return { text, fingerprint: String(mark.fingerprint), amend: mark.amend === true };
    } catch {
      // Without a readable mark, nothing was kept.
      return undefined;
    }
  }

  /** Offers the message no more. Git keeps its file, too. */
  async forget(): Promise<void> {
    await rm(this.#mark, { force: true }).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }
}

/** Writes a new file and puts it in place of the old one, which a full disk therefore leaves as it was. A link is replaced, not followed. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
