import type { Dirent, Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorMessage } from '@toolwright/contract';
import { invalidConfig } from '../capability/invalid-config.js';
import { isMissing } from '../guard/file-kind.js';
import { resolveInside } from '../guard/open-inside.js';
import { parseSkill } from './parse-skill.js';
import { readScript } from './run-script.js';
import type { Skill, SkillProblem } from './skill.js';
import { findFiles, readText, SKILL_FILE, SKILL_FOLDER } from './skill-files.js';

/** The skills of some folders, and what is wrong with them. */
export interface FoundSkills {
  /** By name, in the order of names. */
  readonly skills: ReadonlyMap<string, Skill>;
  readonly problems: readonly SkillProblem[];
}

/** What was read of a folder, with the stamp of the files that it depends on. */
export type SkillCache = Map<string, { readonly stamp: string; readonly found: FoundSkill }>;

interface FoundSkill {
  readonly skill?: Skill;
  readonly problems: readonly SkillProblem[];
}

/** The number of folders that are read at the same time, which bounds the number of open files. */
const AT_ONCE = 32;

/** The beginning of a `SKILL.md` that holds the front matter, in bytes. */
const MAX_FRONT_BYTES = 65_536;

/**
 * Finds the skills of folders. What is wrong with a skill becomes a problem, and the others are found all the same. Of two skills with
 * one name, the first counts.
 * @throws ToolwrightError `INVALID_CONFIG` if a folder cannot be read
 */
export async function findSkills(folders: readonly string[], cache: SkillCache): Promise<FoundSkills> {
  const all: FoundSkill[] = [];
  for (const folder of folders) all.push(...(await findIn(folder, cache)));
  const skills = new Map<string, Skill>();
  const problems: SkillProblem[] = [];
  for (const { skill, problems: own } of all) {
    problems.push(...own);
    if (skill === undefined) continue;
    const first = skills.get(skill.name);
    if (first === undefined) skills.set(skill.name, skill);
    else
      problems.push(
        problem(skill.folder, `The skill '${skill.name}' is also in ${first.folder}, which is used.`),
      );
  }
  const sorted = [...skills].sort(([a], [b]) => (a < b ? -1 : 1));
  return { skills: new Map(sorted), problems };
}

async function findIn(folder: string, cache: SkillCache): Promise<FoundSkill[]> {
  const { root, entries } = await listFolder(folder);
  if (entries.some(({ name }) => name === SKILL_FILE)) return [await readCached(root, folder, cache)];
  const names = entries
    .filter(isCandidate)
    .map(({ name }) => name)
    .sort();
  const found: FoundSkill[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE)
    found.push(
      ...(await Promise.all(
        names.slice(at, at + AT_ONCE).map((name) => readEntry(root, name, folder, cache)),
      )),
    );
  return found.length > 0 ? found : [{ problems: [problem(folder, 'The folder has no skills.')] }];
}

async function listFolder(folder: string): Promise<{ readonly root: string; readonly entries: Dirent[] }> {
  try {
    const root = await realpath(folder);
    return { root, entries: await readdir(root, { withFileTypes: true }) };
  } catch (error) {
    throw invalidConfig(
      `Skills cannot be read from ${folder}: ${errorMessage(error)}.`,
      'Pass a folder that contains a folder for each skill.',
      error,
    );
  }
}

function isCandidate(entry: Dirent): boolean {
  const isOther = entry.name.startsWith('.') || entry.name === 'node_modules';
  return !isOther && (entry.isDirectory() || entry.isSymbolicLink());
}

async function readEntry(root: string, name: string, folder: string, cache: SkillCache): Promise<FoundSkill> {
  const path = join(folder, name);
  try {
    const real = join(root, await resolveInside(root, name, 'the folder of skills'));
    // A link to a file beside the skills, such as a README.
    if (!(await stat(real)).isDirectory()) return { problems: [] };
    return await readCached(real, path, cache, name);
  } catch (error) {
    return { problems: [problem(path, errorMessage(error))] };
  }
}

async function readCached(
  folder: string,
  path: string,
  cache: SkillCache,
  name = basename(folder),
): Promise<FoundSkill> {
  const file = join(path, SKILL_FILE);
  try {
    const scripts = (await findFiles(folder, 'scripts')).flatMap(({ files }) => files);
    const stamps = [SKILL_FILE, ...scripts].map(async (one) => stampOf(one, await stat(join(folder, one))));
    const stamp = (await Promise.all(stamps)).join('\n');
    const cached = cache.get(path);
    if (cached?.stamp === stamp) return cached.found;
    const found = await readFront(folder, name, file, scripts);
    cache.set(path, { stamp, found });
    return found;
  } catch (error) {
    const reason = isMissing(error) ? `The folder has no file ${SKILL_FILE}.` : errorMessage(error);
    return { problems: [problem(isMissing(error) ? path : file, reason)] };
  }
}

async function readFront(
  folder: string,
  name: string,
  file: string,
  scripts: readonly string[],
): Promise<FoundSkill> {
  const real = await resolveInside(folder, SKILL_FILE, SKILL_FOLDER);
  const text = await readText(join(folder, real), SKILL_FILE, undefined, MAX_FRONT_BYTES);
  const { fields, problems } = parseSkill(text, name);
  return {
    ...(fields && { skill: { ...fields, folder, scripts: await digestsOf(folder, scripts) } }),
    problems: problems.map((one) => ({ ...one, path: file })),
  };
}

async function digestsOf(folder: string, scripts: readonly string[]): Promise<Skill['scripts']> {
  const digests = new Map<string, string>();
  for (const path of scripts)
    await readScript({ folder }, path).then(
      ({ digest }) => digests.set(path, digest),
      () => {}, // It cannot be read, and whoever runs it is told why.
    );
  return digests;
}

function stampOf(path: string, { mtimeMs, ctimeMs, size, ino }: Stats): string {
  return `${path} ${mtimeMs} ${ctimeMs} ${size} ${ino}`;
}

function problem(path: string, reason: string): SkillProblem {
  return { path, reason, isSkipped: true };
}
