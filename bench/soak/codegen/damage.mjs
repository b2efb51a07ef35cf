import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { CACHE, OUT } from './project.mjs';

const NOBODY = 65_534;

/** Ways in which a file of the cache may be damaged. */
const DAMAGES = {
  'is cut short': (file, random) => edit(file, (bytes) => bytes.subarray(0, random.below(bytes.length))),
  'is emptied': (file) => writeFileSync(file, ''),
  'is overwritten with garbage': (file, random) =>
    edit(file, (bytes) => Buffer.from(bytes.map(() => random.below(256)))),
  'has one byte changed': (file, random) =>
    edit(file, (bytes) => {
      const changed = Buffer.from(bytes);
      const at = random.below(bytes.length);
      if (bytes.length > 0) changed[at] = (changed[at] ?? 0) ^ (1 + random.below(255));
      return changed;
    }),
  'grows by garbage': (file) => edit(file, (bytes) => Buffer.concat([bytes, Buffer.from('garbage')])),
  'is removed': (file) => rmSync(file),
  'becomes a folder': (file) => {
    rmSync(file);
    mkdirSync(file);
  },
  'belongs to somebody else': (file) => {
    if (process.getuid?.() === 0) chownSync(file, NOBODY, NOBODY);
    chmodSync(file, 0o400);
  },
  'is written by another version': (file) =>
    sign(file, (json) => ({ ...json, facts: undefined, later: true })),
  'has facts of another version': (file) =>
    sign(file, (json) => ({ ...json, code: { ...json.code, facts: {} } })),
  'names another body': (file, _random, others) =>
    sign(file, (json) => ({ ...json, body: others.find((name) => name.endsWith('.bin')) ?? 'none' })),
};

/** Damages one file of the cache, all files, or the folder. */
export function damageCache(project, random) {
  const folder = project.at(CACHE);
  const names = readdirSafe(folder) ? readdirSync(folder).sort() : [];
  if (names.length === 0) return 'no cache to damage';
  if (random.chance(0.1)) return damageFolder(folder, random);
  const name = random.pick(names);
  const how = random.pick(Object.keys(DAMAGES));
  if (existsSync(path.join(folder, name)) && !readdirSafe(path.join(folder, name)))
    DAMAGES[how](path.join(folder, name), random, names);
  return `${name} ${how}`;
}

function damageFolder(folder, random) {
  const how = random.pick(['is removed', 'is a file', 'is renamed']);
  if (how === 'is renamed') renameSync(folder, `${folder}~${random.below(1e6)}`);
  else rmSync(folder, { recursive: true });
  if (how === 'is a file') writeFileSync(folder, '');
  return `the cache ${how}`;
}

/** Restores an earlier state of the cache, as a CI may do. */
export function restoreCache(project, random) {
  const folder = project.at(CACHE);
  const kept = `${folder}.kept`;
  const isFolder = readdirSafe(folder);
  if (!existsSync(kept) || random.chance(0.5)) {
    rmSync(kept, { recursive: true, force: true });
    if (isFolder) copyFiles(folder, kept);
    return 'the cache is saved';
  }
  // Also mixes files of both states.
  if (random.chance(0.5) || !isFolder) rmSync(folder, { recursive: true, force: true });
  copyFiles(kept, folder);
  return 'a saved cache comes back';
}

/** Edits, empties or removes the manifest. */
export function damageManifest(project, random) {
  const how = random.pick(['is removed', 'is emptied', 'is cut short', 'is edited']);
  const file = project.at(OUT);
  const text = project.read(OUT);
  // A file without the header belongs to somebody else, and codegen leaves it alone.
  if (!text) return 'no manifest to damage';
  if (how === 'is removed') rmSync(file);
  else if (how === 'is emptied') writeFileSync(file, '');
  else if (how === 'is cut short') writeFileSync(file, text.slice(0, 200 + random.below(200)));
  else writeFileSync(file, `${text}export const more = 1;\n`);
  return `the manifest ${how}`;
}

function copyFiles(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from))
    if (!readdirSafe(path.join(from, name)) && !readdirSafe(path.join(to, name)))
      copyFileSync(path.join(from, name), path.join(to, name));
}

function readdirSafe(place) {
  try {
    return readdirSync(place) !== undefined;
  } catch {
    return false;
  }
}

function edit(file, change) {
  writeFileSync(file, change(readFileSync(file)));
}

/** Changes the JSON of a file head and updates its checksum, as another version of codegen would. */
function sign(file, change) {
  if (!file.endsWith('.json')) return;
  const text = readFileSync(file, 'utf8');
  let value;
  try {
    value = JSON.parse(text.slice(text.indexOf('\n') + 1));
  } catch {
    return;
  }
  const json = JSON.stringify(change(value));
  writeFileSync(file, `${createHash('sha256').update(json).digest('base64url')}\n${json}`);
}
