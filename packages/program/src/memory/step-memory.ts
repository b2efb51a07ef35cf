import { checkFacts } from '../disk/check-facts.js';
import type { Disk } from '../disk/disk.js';
import { type Facts, withoutDependencies } from '../disk/facts.js';
import {
  certainlyHold,
  type FactHashes,
  type PackedFacts,
  packFacts,
  pathsIn,
  unpackFacts,
} from '../disk/packed-facts.js';
import { realDisk } from '../disk/real-disk.js';
import type { CachePlace } from './cache-place.js';
import { listFiles, readCheckedBytes, removeQuietly, writeCheckedBytes } from './checked-file.js';
import { readCheckedObjects, writeCheckedObjects } from './checked-objects.js';
import type { CodeState, OwnCode } from './own-code.js';
import { createRunNote, type RunNote } from './run-note.js';
import { hasShape, type Shape } from './shape.js';

/**
 * A step whose latest result is stored, such as reading a project. The result depends only on what the step reads from the disk, on its
 * options and on its own code.
 */
export interface Step<Head, Body> {
  /** Where to store the result. The key contains the options. */
  readonly place: CachePlace;
  readonly code: OwnCode;
  /** The disk as the step sees it. */
  readonly disk: Disk;
  isHead(value: object): value is Head & object;
  isBody(value: object): value is Body & object;
}

/** The sources of a result. While both are unchanged, the step gives the same result. */
export interface StepSources {
  readonly code: CodeState;
  /** What the step observed on the disk. */
  readonly facts: Facts;
}

export interface StoredStep<Head> {
  /** The part that every caller needs. */
  readonly head: Head;
  /** JSON that few callers need, encoded in UTF-8. */
  readonly details: Buffer;
  /** The name of the file with the body, which is different for each result. */
  readonly body: string;
  /** Returns the files that the result depends on, without dependencies. */
  files(): string[];
}

export interface ComparedStep<Head> extends StoredStep<Head> {
  readonly sources: StepSources;
  /** The files whose content has changed. Nothing else has changed. */
  readonly changed: readonly string[];
  /** Whether the sources have newer stamps than those stored. */
  readonly renewed: boolean;
}

/**
 * Stores the latest result of a step in two files: a small one with the head, the details and the sources, and one with the body. A file
 * that is damaged, or was written by other code or with other options, is treated as missing.
 */
export interface StepMemory<Head, Body> {
  /** Returns the stored result if timestamps prove that nothing has changed. Reads one file. */
  findProved(): StoredStep<Head> | undefined;
  /**
   * Returns the stored result, compared by content if stamps are inconclusive. Undefined if files were added, removed or moved, or if the
   * code has changed.
   */
  compare(): ComparedStep<Head> | undefined;
  findBody(stored: Pick<StoredStep<Head>, 'body'>): Body | undefined;
  /**
   * Returns the current state of the code. Call it before the work starts: if the code is replaced meanwhile, the new code did not produce
   * the result.
   */
  codeState(): CodeState;
  /** Stores a result. Returns the name of its body, or undefined if it cannot be stored. */
  keep(
    result: { readonly head: Head; readonly details: unknown; readonly body: Body },
    sources: StepSources,
  ): string | undefined;
  noteOn(body: string): RunNote;
  /** Stores a result that is still valid with a different head or with newer stamps. */
  renew(stored: ComparedStep<Head>, head: Head): void;
}

/** The first line of the small file. The second and third line are the details and the {@link Hashes}. */
interface Front {
  readonly key: string;
  readonly body: string;
  readonly codeFolder: string;
  readonly code: PackedFacts;
  readonly facts: PackedFacts;
  readonly head: object;
}

interface Hashes {
  readonly code: FactHashes;
  readonly facts: FactHashes;
}

interface BodyFile<Body> {
  /** The body's own name, so that it cannot be mistaken for another body. */
  readonly name: string;
  readonly value: Body;
}

const FRONT: Shape<Front> = { key: true, body: true, codeFolder: true, code: true, facts: true, head: true };
const HASHES: Shape<Hashes> = { code: true, facts: true };
const BODY: Shape<BodyFile<unknown>> = { name: true, value: true };

interface ReadFront<Head> extends StoredStep<Head> {
  readonly front: Front;
  readonly hashes: Buffer;
}

export function createStepMemory<Head, Body>(step: Step<Head, Body>): StepMemory<Head, Body> {
  const { place, code, disk } = step;
  const { folder, name, key } = place;
  const file = `${folder}/${name}.json`;
  const read = (): ReadFront<Head> | undefined => {
    const [first, details, hashes] = linesOf(readCheckedBytes(file));
    const front = parse(first);
    if (!isFront(front) || front.key !== key || front.codeFolder !== code.folder) return undefined;
    const { head, body, facts } = front;
    if (details === undefined || hashes === undefined || !step.isHead(head)) return undefined;
    return {
      head,
      details,
      body,
      files: () => withoutDependencies(pathsIn(facts.files.paths)),
      front,
      hashes,
    };
  };
  const write = (
    { code: state, facts }: StepSources,
    { head, body, details }: { readonly head: Head; readonly body: string; readonly details: Uint8Array },
  ): boolean => {
    const [ownCode, project] = [packFacts(state.facts), packFacts(facts)];
    const front = { key, body, codeFolder: state.folder, code: ownCode.packed, facts: project.packed, head };
    const hashes: Hashes = { code: ownCode.hashes, facts: project.hashes };
    const lines = [JSON.stringify(front), NEWLINE, details, NEWLINE, JSON.stringify(hashes)];
    return writeCheckedBytes(
      file,
      Buffer.concat(lines.map((line) => (typeof line === 'string' ? Buffer.from(line) : line))),
    );
  };
  const compare = (): ComparedStep<Head> | undefined => {
    const stored = read();
    const hashes = stored && parse(stored.hashes);
    if (stored === undefined || !hasShape<Hashes>(hashes, HASHES)) return undefined;
    const ownFacts = unpackFacts(stored.front.code, hashes.code);
    const own = checkFacts(ownFacts, realDisk);
    if (own.moved || own.changed.length > 0) return undefined;
    const facts = unpackFacts(stored.front.facts, hashes.facts);
    const project = checkFacts(facts, disk);
    if (project.moved) return undefined;
    return {
      ...stored,
      sources: {
        code: { folder: code.folder, facts: own.renewed ?? ownFacts },
        facts: project.renewed ?? facts,
      },
      changed: project.changed,
      renewed: own.renewed !== undefined || project.renewed !== undefined,
    };
  };
  return {
    findProved: () => {
      const stored = read();
      return unlessMalformed(() =>
        stored !== undefined &&
        certainlyHold(stored.front.code, realDisk) &&
        certainlyHold(stored.front.facts, disk)
          ? stored
          : undefined,
      );
    },
    compare: () => unlessMalformed(compare),
    findBody: ({ body }) => {
      const stored = readCheckedObjects(`${folder}/${body}`);
      if (!hasShape<BodyFile<object>>(stored, BODY) || stored.name !== body) return undefined;
      const { value } = stored;
      return step.isBody(value) ? value : undefined;
    },
    codeState: () => ({ folder: code.folder, facts: code.find() }),
    keep: ({ head, details, body: value }, sources) => {
      // A unique name, because another process may still be reading the body of the old head, or may be writing its own body.
      const body = `${name}.${crypto.randomUUID()}.bin`;
      if (!writeCheckedObjects(`${folder}/${body}`, { name: body, value } satisfies BodyFile<Body>))
        return undefined;
      const isKept = write(sources, { head, body, details: Buffer.from(JSON.stringify(details)) });
      // If the head was not stored, the earlier result keeps its body.
      if (isKept) removeOthers(place, body);
      else removeQuietly(`${folder}/${body}`);
      return isKept ? body : undefined;
    },
    noteOn: (body) => createRunNote(place, body),
    renew: ({ sources, body, details }, head) => {
      write(sources, { head, body, details });
    },
  };
}

/** Facts that another version of the code stored may have another format, and checking them then fails. Nothing else here throws. */
function unlessMalformed<T>(check: () => T | undefined): T | undefined {
  try {
    return check();
  } catch {
    // The file counts as missing.
    return undefined;
  }
}

/** Removes the files of earlier results, and files left by processes that were killed while writing. */
function removeOthers({ folder, name }: CachePlace, body: string): void {
  for (const file of listFiles(folder)) {
    const isOurs = file.startsWith(`${name}.`) && file !== `${name}.json` && file !== body;
    if (isOurs) removeQuietly(`${folder}/${file}`);
  }
}

const NEWLINE = Buffer.from('\n');

function linesOf(bytes: Buffer | undefined): readonly Buffer[] {
  if (bytes === undefined) return [];
  const first = bytes.indexOf(NEWLINE);
  const second = bytes.indexOf(NEWLINE, first + 1);
  if (first < 0 || second < 0) return [];
  return [bytes.subarray(0, first), bytes.subarray(first + 1, second), bytes.subarray(second + 1)];
}

function isFront(value: unknown): value is Front {
  return hasShape<Front>(value, FRONT) && typeof value.head === 'object';
}

function parse(json: Buffer | undefined): unknown {
  try {
    return json && JSON.parse(json.toString('utf8'));
  } catch {
    // The file has a different format.
    return undefined;
  }
}
