import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isToolwrightError, suggestName, textStart } from '@toolwright/contract';
import { isMissing } from '../guard/file-kind.js';
import { isBinary, openInside, refused, resolveInside } from '../guard/open-inside.js';
import { portablePath } from './portable-path.js';
import type { Skill } from './skill.js';

export const SKILL_FILE = 'SKILL.md';

/** The folder of a skill in words, for errors. */
export const SKILL_FOLDER = 'the folder of the skill';

/** The largest file that is read, in bytes. */
const MAX_FILE = 2_000_000;

/** The number of characters that one call returns. */
const PAGE = 50_000;

/** The number of files that are listed, and of entries that are looked at to find them. */
const MAX_LISTED = 200;
const MAX_ENTRIES = 5_000;

/** A path of a skill that is in its folder. */
export interface SkillPath {
  /** As the model wrote it, normalised. */
  readonly path: string;
  /** The place on the disk, without symbolic links. */
  readonly file: string;
}

/** Resolves a path that a model wrote. @throws ToolwrightError `INVALID_ARGUMENTS` for a path that leaves the folder of the skill */
export async function resolveInSkill(skill: Skill, given: string): Promise<SkillPath> {
  const path = portablePath(given, SKILL_FOLDER);
  // Nothing of another folder is read or listed if somebody has put a link in its place.
  if ((await realpath(skill.folder).catch(() => undefined)) !== skill.folder)
    throw refused(path, 'cannot be read: the folder of the skill was moved or removed');
  try {
    return { path, file: join(skill.folder, await resolveInside(skill.folder, path, SKILL_FOLDER)) };
  } catch (error) {
    if (!isToolwrightError(error) || !isMissing(error.cause)) throw error;
    // Instructions often write the name of a file in another case.
    const { files } = await listSkillFiles(skill);
    throw refused(path, `does not exist. ${suggestName(path, files)}`.slice(0, -1), error.cause);
  }
}

/** Reads a text file of a skill. @throws ToolwrightError `INVALID_ARGUMENTS` for other files and for paths that leave the folder */
export async function readSkillText(skill: Skill, given: string): Promise<string> {
  const { path, file } = await resolveInSkill(skill, given);
  return readText(file, path, 'readSkill lists the files of a skill');
}

/** Returns a part of a text, and says how to read on if it is not the end. */
export function pageOf(text: string, from: number, howToContinue: string): string {
  if (from > text.length) return `[The text has ${text.length} characters.]`;
  const page = textStart(text.slice(from), PAGE);
  const end = from + page.length;
  if (end >= text.length) return page;
  return `${page}\n\n[Characters ${from} to ${end} of ${text.length}. Continue with ${howToContinue} from: ${end}.]`;
}

/** Lists the files of a skill, folders first. Links to folders, and links that lead out, are left out. */
export async function listSkillFiles({ folder }: Skill): Promise<{ files: string[]; isComplete: boolean }> {
  const files: string[] = [];
  const open = [''];
  let count = 0;
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const entries = await readdir(join(folder, parent), { withFileTypes: true }).catch(() => []); // Not readable.
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      count += 1;
      if (count > MAX_ENTRIES || files.length === MAX_LISTED)
        return { files: files.sort(), isComplete: false };
      const path = parent === '' ? entry.name : `${parent}/${entry.name}`;
      if (entry.isDirectory()) open.push(path);
      else if (path !== SKILL_FILE && (await isOffered(folder, path, entry))) files.push(path);
    }
  }
  return { files: files.sort(), isComplete: true };
}

async function isOffered(folder: string, path: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile();
  return resolveInside(folder, path, SKILL_FOLDER).then(
    async (real) => (await stat(join(folder, real))).isFile(),
    () => false, // It leads out, or to nothing.
  );
}

/**
 * Reads a text file at a resolved path, or its beginning. The file may shrink or grow meanwhile.
 * @param otherwise what to do about a folder, in words
 * @param length the number of bytes to read; the text may end within a character, which is left out
 */
export async function readText(
  file: string,
  path: string,
  otherwise?: string,
  length = MAX_FILE,
): Promise<string> {
  const { handle, size } = await openInside(file, path, otherwise);
  try {
    if (size > MAX_FILE) throw refused(path, `has ${size} bytes; at most ${MAX_FILE} are read`);
    const end = Math.min(size, length) - 1;
    const stream = handle.createReadStream({ start: 0, end: Math.max(end, 0), autoClose: false });
    return decode(await buffer(stream), path, size <= length);
  } finally {
    await handle.close();
  }
}

function decode(bytes: Uint8Array, path: string, isWhole: boolean): string {
  if (isBinary(bytes)) throw refused(path, `is a binary file of ${bytes.length} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch (cause) {
    throw refused(path, 'is not a text in UTF-8', cause);
  }
}
