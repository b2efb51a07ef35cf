import { lstatSync, mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { TEXTS } from './texts.mjs';

/** Ways to change the project. Each returns what it did, for the log. */
export const EDITS = [
  [10, editFile],
  [3, checkOut],
  [3, editKeepingTimes],
  [2, setTimes],
  [2, renameFile],
  [1, renameCase],
  [2, linkFile],
  [1, linkFolder],
  [2, replaceLink],
  [1, moveProject],
  [1, restoreCopy],
];

const WAYS = ['in place', 'replaced', 'created anew'];

function editFile(project, random) {
  const file = random.pick(Object.keys(TEXTS));
  const how = random.pick(WAYS);
  // Most states must have no errors: only those are cached.
  const index = random.chance(0.5) ? 0 : random.below(TEXTS[file].length);
  project.write(file, TEXTS[file][index], how);
  return `${file} gets text ${index} (${how})`;
}

/** All files get their first text, as after `git checkout`, which replaces those that differ. */
function checkOut(project, random) {
  const old = random.chance(0.3);
  for (const [file, [text]] of Object.entries(TEXTS)) {
    if (project.read(file) === text) continue;
    project.write(file, text, 'created anew');
    if (old) project.setTime(file, -86_400);
  }
  return `all files get text 0${old ? ' of yesterday' : ''}`;
}

/** Writes another text, of the same size if possible, and keeps the file times. */
function editKeepingTimes(project, random) {
  const file = random.pick(Object.keys(TEXTS));
  const [before, time] = [project.read(file), project.timeOf(file)];
  const others = TEXTS[file].filter((text) => text !== undefined && text !== before);
  const text = random.pick([
    ...others.filter((other) => other.length === before?.length),
    ...others.slice(0, 1),
  ]);
  if (text === undefined) return editFile(project, random);
  const how = random.pick(WAYS);
  project.write(file, text, how);
  if (time !== undefined) project.setTime(file, (time - Date.now()) / 1000);
  return `${file} gets text ${TEXTS[file].indexOf(text)} with the old times (${how})`;
}

function setTimes(project, random) {
  const file = random.pick(Object.keys(TEXTS));
  const seconds = random.pick([-86_400, -60, 60, 86_400]);
  project.setTime(file, seconds);
  return `${file} is ${seconds} s old`;
}

function renameFile(project, random) {
  const [from, to] = [random.pick(Object.keys(TEXTS)), random.pick(Object.keys(TEXTS))];
  const text = project.read(from);
  if (text === undefined || from === to) return editFile(project, random);
  project.write(from, undefined);
  project.write(to, text);
  return `${from} becomes ${to}`;
}

function renameCase(project) {
  const [lower, upper] = [project.at('src/unit.ts'), project.at('src/Unit.ts')];
  const [from, to] = lstatSync(lower, { throwIfNoEntry: false }) ? [lower, upper] : [upper, lower];
  if (lstatSync(from, { throwIfNoEntry: false }) === undefined) return 'no file to rename by case';
  rmSync(to, { force: true });
  renameSync(from, to);
  return `${path.basename(from)} becomes ${path.basename(to)}`;
}

function linkFile(project, random) {
  const file = random.pick(
    Object.keys(TEXTS).filter((name) => name.startsWith('src/') && name.endsWith('.ts')),
  );
  const target = random.pick([
    'src/unit2.ts',
    'packages/sizes/index.ts',
    'more/extra.ts',
    'nowhere.ts',
    file,
  ]);
  project.write(file, undefined);
  mkdirSync(path.dirname(project.at(file)), { recursive: true });
  symlinkSync(path.relative(path.dirname(file), target), project.at(file));
  return `${file} links to ${target}`;
}

function linkFolder(project, random) {
  const target = random.pick(['../more', '../packages/sizes', '.', '../nowhere']);
  rmSync(project.at('src/linked'), { force: true, recursive: true });
  if (random.chance(0.3)) return 'src/linked is removed';
  symlinkSync(target, project.at('src/linked'));
  return `src/linked links to ${target}`;
}

/** Replaces a linked dependency by a copy, or a copy by a link. */
function replaceLink(project, random) {
  const link = project.at('node_modules/sizes');
  const stats = lstatSync(link, { throwIfNoEntry: false });
  const was = stats?.isSymbolicLink() ? readlinkSync(link) : undefined;
  rmSync(link, { force: true, recursive: true });
  const target = random.pick(['../packages/sizes', 'shapes', undefined]);
  if (target !== undefined && target !== was) symlinkSync(target, link);
  else {
    const text = random.pick(TEXTS['packages/sizes/index.ts']).replace('Size', 'Size');
    project.write('node_modules/sizes/package.json', '{ "name": "sizes", "types": "./index.ts" }\n');
    project.write('node_modules/sizes/index.ts', text);
  }
  return `node_modules/sizes leads to ${target !== was ? target : 'a copy'}`;
}

function moveProject(project) {
  project.move();
  return `the project moves to ${project.dir}`;
}

/** Replaces the project by an earlier copy with all its times and its cache. */
function restoreCopy(project, random) {
  if (project.backup === undefined || random.chance(0.5)) {
    project.backup = project.copy({ withCache: true, keepTimes: true });
    return 'a backup is made';
  }
  rmSync(project.dir, { recursive: true });
  renameSync(project.backup, project.dir);
  project.backup = undefined;
  return 'the backup takes the place of the project';
}
