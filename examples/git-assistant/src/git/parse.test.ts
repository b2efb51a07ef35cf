import fc from 'fast-check';
import { parseBlame } from './parse-blame.js';
import { parseChanges } from './parse-changes.js';
import { LOG_FORMAT, parseLog } from './parse-log.js';
import { parseStatus } from './parse-status.js';

const ID = 'a'.repeat(40);
/** Any name that a file can have: every character except NUL. */
const path = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => !text.includes('\0'));

describe('the status', () => {
  it('has unchanged file names, whatever they contain', () => {
    fc.assert(
      fc.property(path, path, path, path, path, (added, from, to, conflict, untracked) => {
        const records = [
          '# branch.oid (initial)',
          '# branch.head feature/x y',
          '# branch.upstream origin/main',
          '# branch.ab +2 -1',
          `1 A. N... 000000 100644 100644 ${ID} ${ID} ${added}`,
          `2 RM N... 100644 100644 100644 ${ID} ${ID} R90 ${to}`,
          from,
          `u UU N... 100644 100644 100644 100644 ${ID} ${ID} ${ID} ${conflict}`,
          `? ${untracked}`,
        ];
        expect(parseStatus(`${records.join('\0')}\0`)).toEqual({
          branch: 'feature/x y',
          head: null,
          upstream: 'origin/main',
          ahead: 2,
          behind: 1,
          staged: [
            { path: added, change: 'added' },
            { path: to, change: 'renamed', from },
          ],
          unstaged: [{ path: to, change: 'modified', from }],
          conflicts: [conflict],
          untracked: [untracked],
        });
      }),
    );
  });
});

describe('the list of changes', () => {
  const change = fc.record({ path, added: fc.nat(), deleted: fc.nat(), binary: fc.boolean() });
  const changes = fc.uniqueArray(change, { selector: (one) => one.path, maxLength: 8 });

  it('has the names and the line counts of all files', () => {
    fc.assert(
      fc.property(changes, (list) => {
        const raw = list.map((one) => `:100644 100644 ${ID} ${ID} M\0${one.path}\0`);
        const lines = list.map((one) =>
          one.binary ? `-\t-\t${one.path}\0` : `${one.added}\t${one.deleted}\t${one.path}\0`,
        );
        const expected = list.map(({ path, added, deleted, binary }) =>
          binary
            ? { path, change: 'modified', added: null, deleted: null }
            : { path, change: 'modified', added, deleted },
        );
        expect(parseChanges([...raw, ...lines].join(''))).toEqual(expected);
      }),
    );
  });

  it('is read up to the point where it was truncated', () => {
    fc.assert(
      fc.property(changes, fc.nat(400), (list, end) => {
        const whole = list.map((one) => `:100644 100644 ${ID} ${ID} A\0${one.path}\0`).join('');
        const read = parseChanges(whole.slice(0, end));
        expect(list.map((one) => one.path).slice(0, read.length)).toEqual(read.map((one) => one.path));
      }),
    );
  });

  it('recognises renamed and conflicting files', () => {
    const output = `:100644 100644 ${ID} ${ID} R100\0old name\0new name\0:000000 000000 ${ID} ${ID} U\0both\0:100644 100644 ${ID} ${ID} M\0both\0${'0\t0\t\0old name\0new name\0'}${'3\t1\tboth\0'}`;
    expect(parseChanges(output)).toEqual([
      { path: 'new name', from: 'old name', change: 'renamed', added: 0, deleted: 0 },
      { path: 'both', change: 'unmerged', added: 3, deleted: 1 },
    ]);
  });
});

describe('the log', () => {
  it('has each commit with all lines of its message', () => {
    const fields = (id: string) => [
      id,
      `${ID} ${ID}`,
      'Ada <a@b.c>',
      '2026-01-02T03:04:05+01:00',
      'Title',
      'One\n\nTwo\n',
    ];
    const output = ['1', '2'].map((id) => `${fields(id).join('\0')}\0\0`).join('');
    expect(LOG_FORMAT.split('%x00')).toHaveLength(7);
    expect(parseLog(output)).toEqual(
      ['1', '2'].map((id) => ({
        id,
        parents: [ID, ID],
        author: 'Ada <a@b.c>',
        date: '2026-01-02T03:04:05+01:00',
        title: 'Title',
        body: 'One\n\nTwo',
      })),
    );
    expect(parseLog('')).toEqual([]);
  });
});

describe('blame', () => {
  it('has no commit for uncommitted lines', () => {
    const none = '0'.repeat(40);
    const output = `${ID} 1 1 1\nauthor Ada\nauthor-time 0\nsummary Begin\nfilename a\n\tone\n${none} 2 2 1\nauthor Not Committed Yet\n\t${ID} 1 1\n${ID} 3 3 1\n\tthree\n`;
    expect(parseBlame(output)).toEqual({
      lines: [
        { line: 1, text: 'one', commit: ID },
        { line: 2, text: `${ID} 1 1`, commit: null },
        { line: 3, text: 'three', commit: ID },
      ],
      commits: [{ id: ID, author: 'Ada', date: '1970-01-01T00:00:00.000Z', title: 'Begin', path: 'a' }],
    });
  });
});
