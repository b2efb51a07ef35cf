import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import type { Facts } from './facts.js';
import { entriesHold, packEntries } from './quick-entries.js';
import { realDisk } from './real-disk.js';

const root = mkdtempSync(path.join(tmpdir(), 'toolwright-entries-'));
const { now } = Date;
/** As if all files were so old that their stamps prove their content. */
const later = (): number => now() + 60_000;
beforeAll(() => {
  Date.now = later;
});
afterAll(() => {
  Date.now = now;
  rmSync(root, { recursive: true });
});

/** Two folders with entries, one of which may have an entry of its own. */
const PLACES = ['a', 'a/x', 'a/y', 'a/x/deep', 'b', 'b/x'] as const;
/** Where links lead; no fact is about it. */
const TARGET = 'target';
const KINDS = ['nothing', 'file', 'folder', 'link'] as const;
const kind = fc.constantFrom(...KINDS);
const step = fc.record({ place: fc.constantFrom(...PLACES), kind });
const targetStep = fc.record({ place: fc.constant(TARGET), kind });

/** Replaces what is at a place, if its folder is there. */
function apply({ place, kind }: { place: string; kind: (typeof KINDS)[number] }): void {
  const file = path.join(root, place);
  if (!realDisk.directoryExists(path.dirname(file))) return;
  rmSync(file, { recursive: true, force: true });
  if (kind === 'file') writeFileSync(file, '');
  if (kind === 'folder') mkdirSync(file);
  if (kind === 'link') symlinkSync(path.join(root, TARGET), file);
}

/** For each place, whether a run asks for a file or for a folder. */
const questions = fc.tuple(...PLACES.map(() => fc.constantFrom('file', 'folder')));

function findFacts(asked: readonly string[]): Facts {
  const pathsFor = (kind: string) =>
    PLACES.filter((_, index) => asked[index] === kind).map((place) => path.join(root, place));
  const files = pathsFor('file');
  return {
    files: {},
    listings: {},
    links: {},
    present: files.filter((file) => realDisk.fileExists(file)),
    missing: files.filter((file) => !realDisk.fileExists(file)),
    folders: Object.fromEntries(pathsFor('folder').map((dir) => [dir, realDisk.directoryExists(dir)])),
  };
}

// What is packed holds exactly as long as each fact of it does.
it('notices each entry that comes, goes or becomes another, also behind links', async () => {
  await fc.assert(
    fc.asyncProperty(
      questions,
      fc.array(fc.oneof({ weight: 4, arbitrary: step }, targetStep), { maxLength: 8 }),
      fc.array(fc.oneof(step, targetStep), { maxLength: 3 }),
      async (asked, before, after) => {
        for (const place of [...PLACES, TARGET])
          apply({ place, kind: place.length === 1 ? 'folder' : 'nothing' });
        for (const each of before) apply(each);
        const facts = findFacts(asked);
        const entries = packEntries(facts);
        expect(entriesHold(entries, realDisk, later())).toBe(true);
        // Longer than a tick of the file system's clock, which a real run waits for by asking that stamps be settled.
        await setTimeout(20);
        for (const each of after) apply(each);
        const isSame = JSON.stringify(findFacts(asked)) === JSON.stringify(facts);
        expect(entriesHold(entries, realDisk, later())).toBe(isSame);
      },
    ),
  );
});

it.each([
  ['file', 'file', 'nothing'],
  ['file', 'nothing', 'file'],
  ['folder', 'folder', 'nothing'],
  ['folder', 'nothing', 'folder'],
] as const)(
  'asked for a %s, notices that the target of a link was a %s and is now a %s',
  (question, before, after) => {
    for (const place of PLACES) apply({ place, kind: 'nothing' });
    apply({ place: 'a', kind: 'folder' });
    apply({ place: 'a/x', kind: 'link' });
    apply({ place: TARGET, kind: before });
    const entries = packEntries(findFacts(PLACES.map((place) => (place === 'a/x' ? question : 'nothing'))));
    expect(entriesHold(entries, realDisk, later())).toBe(true);
    apply({ place: TARGET, kind: after });
    expect(entriesHold(entries, realDisk, later())).toBe(false);
  },
);

it('asks for one folder instead of each of its entries, unless an entry is a link', () => {
  for (const place of PLACES) apply({ place, kind: 'nothing' });
  apply({ place: 'a', kind: 'folder' });
  const asked: string[] = [];
  const disk = { ...realDisk, fileExists: (file: string) => asked.push(file) === 0 };
  const missing = ['x', 'y', 'z'].map((name) => path.join(root, 'a', name));
  const facts = { ...findFacts([]), missing };
  expect(entriesHold(packEntries(facts), disk, later())).toBe(true);
  expect(asked).toEqual([]);
  apply({ place: 'a/x', kind: 'link' });
  expect(entriesHold(packEntries(facts), disk, later())).toBe(true);
  expect(asked).toEqual(missing);
});

it('keeps the facts about the root of the file system', () => {
  const facts = { ...findFacts([]), missing: ['/toolwright-is-not-here'], folders: { '/': true } };
  const entries = packEntries(facts);
  expect(entries.map(({ folder }) => folder)).toEqual(['/']);
  expect(entriesHold(entries, realDisk, later())).toBe(true);
  expect(entriesHold(packEntries({ ...facts, folders: { '/': false } }), realDisk, later())).toBe(false);
});
