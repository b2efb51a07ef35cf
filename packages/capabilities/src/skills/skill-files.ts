import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isToolwrightError, suggestName, textStart, visibleLine } from '@toolwright/contract';
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

/** The number of files that are listed. */
const MAX_LISTED = 200;

/** The number of folders that are looked at to find files, and of entries in each. */
const MAX_FOLDERS = 50;
const MAX_ENTRIES = 400;

/** A path of a skill that is in its folder. */
export interface SkillPath {
  /** As the model wrote it, normalised. */
  readonly path: string;
  /** The place on the disk, without symbolic links. */
  readonly file: string;
}

/** Resolves a path that a model wrote. @throws ToolwrightError `INVALID_ARGUMENTS` for a path that leaves the folder of the skill */
export async function resolveInSkill({ folder }: Pick<Skill, 'folder'>, given: string): Promise<SkillPath> {
  const path = portablePath(given, SKILL_FOLDER);
  // Nothing of another folder is read or listed if somebody has put a link in its place.
  if ((await realpath(folder).catch(() => undefined)) !== folder)
    throw refused(path, 'cannot be read: the folder of the skill was moved or removed');
  try {
    return { path, file: join(folder, await resolveInside(folder, path, SKILL_FOLDER)) };
  } catch (error) {
    if (!isToolwrightError(error) || !isMissing(error.cause)) throw error;
    // Instructions often write the name of a file in another case.
    const { files } = await listSkillFiles(folder);
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

/** Lists the files of a skill. If there are too many, each folder has an equal share, and those with more are named. */
export async function listSkillFiles(folder: string): Promise<{ files: string[]; more: string[] }> {
  const found = (await findFiles(folder)).filter(({ files, isComplete }) => files.length > 0 || !isComplete);
  const count = found.reduce((sum, { files }) => sum + files.length, 0);
  const share = count > MAX_LISTED ? Math.floor(MAX_LISTED / found.length) : count;
  return {
    files: found.flatMap(({ files }) => files.slice(0, share)).sort(),
    more: found.flatMap(({ path, files, isComplete }) =>
      isComplete && files.length <= share ? [] : [`${path || '.'}/`],
    ),
  };
}

/** Paths are relative to the skill. */
interface FilesOfFolder {
  readonly path: string;
  readonly files: string[];
  /** False if it has files that cannot be named in a call, or too many files or folders. */
  readonly isComplete: boolean;
}

/** Finds the files in a folder of a skill and below it, outermost first. Hidden files, links to folders and links that lead out are left out. */
export async function findFiles(root: string, top = ''): Promise<readonly FilesOfFolder[]> {
  const folders = [top];
  const found: FilesOfFolder[] = [];
  for (const parent of folders) {
    const entries = await readdir(join(root, parent), { withFileTypes: true }).catch(() => []); // Missing, or not readable.
    const shown = entries
      .filter(({ name }) => !name.startsWith('.'))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const files: string[] = [];
    let isComplete = shown.length <= MAX_ENTRIES;
    for (const entry of shown.slice(0, MAX_ENTRIES)) {
      const path = parent === '' ? entry.name : `${parent}/${entry.name}`;
      if (!isNamed(path) || (entry.isDirectory() && folders.length === MAX_FOLDERS)) isComplete = false;
      else if (entry.isDirectory()) folders.push(path);
      else if (path !== SKILL_FILE && (await isOffered(root, path, entry))) files.push(path);
    }
    found.push({ path: parent, files, isComplete });
  }
  return found;
}

/** Whether a file can be read by the name that a list shows. */
function isNamed(path: string): boolean {
  try {
    return visibleLine(path) === path && portablePath(path, SKILL_FOLDER) === path;
  } catch {
    return false; // The guard refuses such names.
  }
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
  length = MAX_FILE + 1,
): Promise<string> {
  const bytes = await readBytes(file, path, otherwise, length);
  return decode(bytes, path, bytes.length < length);
}

/** Reads a file at a resolved path, or its beginning, as {@link readText} does. */
export async function readBytes(
  file: string,
  path: string,
  otherwise?: string,
  length = MAX_FILE,
): Promise<Uint8Array> {
  const { handle, size } = await openInside(file, path, otherwise);
  try {
    if (size > MAX_FILE) throw refused(path, `has ${size} bytes; at most ${MAX_FILE} are read`);
    const end = Math.max(Math.min(size, length) - 1, 0);
    return await buffer(handle.createReadStream({ start: 0, end, autoClose: false }));
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
