import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TEXTS } from './texts.mjs';

export const OUT = 'src/toolwright.gen.ts';
export const CACHE = 'node_modules/.cache/toolwright';

/** A project in a temporary folder, which the steps edit, and copies of it in other folders. */
export class SoakProject {
  #root = realpathSync(mkdtempSync(path.join(tmpdir(), 'toolwright-soak-')));
  #copies = 0;
  dir = path.join(this.#root, 'project');

  constructor() {
    for (const [file, [text]] of Object.entries(TEXTS)) if (text !== undefined) this.write(file, text);
    symlinkSync('../packages/sizes', this.at('node_modules/sizes'));
  }

  at(file) {
    return path.join(this.dir, file);
  }

  read(file) {
    return isFile(this.at(file)) ? readFileSync(this.at(file), 'utf8') : undefined;
  }

  /**
   * Gives a file another text, or removes it.
   * @param {'in place' | 'replaced' | 'created anew'} how
   */
  write(file, text, how = 'in place') {
    const target = this.at(file);
    if (text === undefined || how === 'created anew') rmSync(target, { force: true, recursive: true });
    if (text === undefined) return;
    makeWay(this.dir, path.dirname(file));
    // A folder, or a link that leads to no file.
    if (lstatSync(target, { throwIfNoEntry: false }) && !isFile(target)) rmSync(target, { recursive: true });
    if (how !== 'replaced') writeFileSync(target, text);
    else {
      writeFileSync(`${target}~`, text);
      renameSync(`${target}~`, target);
    }
  }

  /** @param {number} seconds Relative to now. */
  setTime(file, seconds) {
    const time = Date.now() / 1000 + seconds;
    if (existsSync(this.at(file))) utimesSync(this.at(file), time, time);
  }

  timeOf(file) {
    return isFile(this.at(file)) ? statSync(this.at(file)).mtimeMs : undefined;
  }

  /** Copies everything but the cache into a new folder, and returns its path. */
  copy({ withCache = false, keepTimes = false } = {}) {
    this.#copies += 1;
    const to = path.join(this.#root, `copy${this.#copies}`);
    const filter = (source) => withCache || !source.startsWith(this.at('node_modules/.cache'));
    cpSync(this.dir, to, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: keepTimes,
      filter,
    });
    return to;
  }

  /** Moves the project to another folder. */
  move() {
    this.#copies += 1;
    const to = path.join(this.#root, `moved${this.#copies}`);
    renameSync(this.dir, to);
    this.dir = to;
  }

  remove() {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

/** Removes files whose place is needed for a folder. */
function makeWay(dir, folder) {
  for (let place = folder; place !== '.'; place = path.dirname(place)) {
    const stats = lstatSync(path.join(dir, place), { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isDirectory()) rmSync(path.join(dir, place));
  }
  mkdirSync(path.join(dir, folder), { recursive: true });
}

function isFile(file) {
  try {
    return statSync(file).isFile();
  } catch {
    return false; // Missing, or a link in a circle.
  }
}
