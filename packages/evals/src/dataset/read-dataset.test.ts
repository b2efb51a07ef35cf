// L4
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { contains, type DatasetRow, dataset, defineEval } from '../index.js';
import { loadCases } from './load-cases.js';
import { readDataset } from './read-dataset.js';

const folder = mkdtempSync(path.join(tmpdir(), 'toolwright-dataset-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function read(extension: string, content: string | Buffer, toCase?: (row: DatasetRow) => unknown) {
  const name = `${++files}.${extension}`;
  writeFileSync(path.join(folder, name), content);
  const { cases, missing, notes } = readDataset(
    toCase === undefined ? dataset(name) : dataset(name, toCase),
    folder,
  );
  const plain = (text: string | undefined) => text?.replace(name, 'file');
  return {
    cases: cases.map(({ value, place }) => [plain(place), value]),
    missing: missing.map(({ place, reason }) => [plain(place), reason]),
    notes: notes.map(plain),
  };
}
const none = { missing: [], notes: [] };

it('reads JSON Lines with a byte order mark, carriage returns and empty lines', () => {
  expect(read('jsonl', '\ufeff{"id":"a","input":"x"}\r\n\r\n{"id":"b","input":"y","tags":["t"]}')).toEqual({
    ...none,
    cases: [
      ['file:1', { id: 'a', input: 'x' }],
      ['file:3', { id: 'b', input: 'y', tags: ['t'] }],
    ],
  });
});

it('reads CSV with quotes, line breaks in values, tags and contexts', () => {
  const text =
    '\ufeffid,input,expected,tags,context\r\na,"x, ""y""\nz",e,"t, u","{""user"":7}"\r\n\r\nb,y,,,\r\n';
  expect(read('csv', text)).toEqual({
    ...none,
    cases: [
      ['file:2', { id: 'a', input: 'x, "y"\nz', expected: 'e', tags: ['t', 'u'], context: { user: 7 } }],
      ['file:5', { id: 'b', input: 'y', tags: [] }],
    ],
  });
});

it('refuses a line whose members occur twice with different values, also below others', () => {
  const lines = [
    '{"id":"a","id":"b","input":"x"}',
    '{"id":"c","input":"x","context":{"users":[{"id":1,"id":2}]}}',
    '{"id":"d","input":"says \\"id\\":1 and \\"id\\":2","context":{"id":1}}',
    `{"id":"e","input":${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
  ];
  const { cases, missing } = read('jsonl', lines.join('\n'));
  expect(cases.map(([place]) => place)).toEqual(['file:3']);
  expect(missing).toEqual([
    ['file:1', 'The member id occurs more than once, with different values.'],
    ['file:2', 'The member context.users[0].id occurs more than once, with different values.'],
    ['file:4', 'The line is nested too deeply.'],
  ]);
});

it('converts rows of other forms, and reports those that cannot be converted', () => {
  const toCase = (row: DatasetRow) => {
    if (row.question === 'bad') throw new Error('No such question.');
    return { id: row.question, input: row.question };
  };
  expect(read('csv', 'question\nq1\nbad\n', toCase)).toEqual({
    cases: [['file:2', { id: 'q1', input: 'q1' }]],
    missing: [['file:3', 'No such question.']],
    notes: [],
  });
});

it.each([
  ['jsonl', '', 'The file has no cases.'],
  ['csv', '', 'The file has no cases.'],
  ['csv', 'id,input\n', 'The file has no cases.'],
  ['csv', 'id,question\na,x\n', "The header has no column 'input'. Its columns: id, question."],
  ['csv', 'id,id,input\na,b,x\n', "The column 'id' is there twice."],
  ['jsonl', Buffer.from('{"id":"a"}\n', 'utf16le'), expect.stringContaining('The line is not JSON')],
  ['jsonl', Buffer.from([0xff, 0xfe, 0x41, 0x00]), 'The file is not encoded in UTF-8.'],
  ['txt', 'x', 'The format is not known. Use .jsonl, .ndjson or .csv.'],
])('says what is wrong with a whole file: %s %j', (extension, content, reason) => {
  const { cases, missing } = read(extension, content);
  expect(cases).toEqual([]);
  expect(missing[0]?.[1]).toEqual(reason);
});

it('says that a file does not exist', () => {
  const { missing } = readDataset(dataset('none.jsonl'), folder);
  expect(missing).toEqual([
    { kind: 'dataset', place: 'none.jsonl', reason: expect.stringContaining('ENOENT') },
  ]);
});

it('reports broken lines with their number and reason, and reads the others', () => {
  const lines = ['{"id":"a","input":"x"}', '{"id":', '[1]', '{"id":"b","input":"y","extra":1}'];
  expect(read('jsonl', lines.join('\n'))).toEqual({
    cases: [
      ['file:1', { id: 'a', input: 'x' }],
      ['file:4', { id: 'b', input: 'y', extra: 1 }],
    ],
    missing: [
      ['file:2', expect.stringMatching(/^The line is not JSON: /)],
      ['file:3', 'The line is JSON, but not an object.'],
    ],
    notes: ["file: No case uses the members 'extra'."],
  });
  expect(read('csv', 'id,input,context,note\na,x\nb,y,{,n\nc,z,,\n')).toEqual({
    cases: [['file:4', { id: 'c', input: 'z' }]],
    missing: [
      ['file:2', 'The record has 2 values, but the header has 4 columns.'],
      ['file:3', expect.stringMatching(/^The context is not JSON: /)],
    ],
    notes: ["file: No case uses the columns 'note'."],
  });
});

it('reads on after a quote in the wrong place', () => {
  expect(read('csv', 'id,input\na,"x"y\n\nc,z\nd,w"\ne,v\n')).toEqual({
    cases: [
      ['file:4', { id: 'c', input: 'z' }],
      ['file:6', { id: 'e', input: 'v' }],
    ],
    missing: [
      ['file:2', expect.stringContaining('Quote')],
      ['file:5', expect.stringContaining('Quote')],
    ],
    notes: [],
  });
});

it('reads on after a quote that is not closed, but not without end', () => {
  const { cases, missing } = read('csv', 'id,input\na,x\nb,"y\nc,z\nd,w\n');
  expect(cases.map(([place]) => place)).toEqual(['file:2', 'file:4', 'file:5']);
  expect(missing).toEqual([['file:3', expect.stringMatching(/quote/i)]]);
  const many = read('csv', `id,input\n${'a,"x\n'.repeat(1_000)}`);
  expect(many.missing).toHaveLength(20);
  expect(many.missing.at(-1)?.[1]).toContain('Nothing after it was read');
});

it('never loses a line in silence', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' '), maxLength: 8 });
  const end = fc.constantFrom('\n', '\r\n');
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), end, (rows, eol) => {
      const text = `id,input${eol}${rows.map(([id, input]) => `${quoted(id)},${quoted(input)}${eol}`).join('')}`;
      const { cases, missing } = read('csv', text);
      expect(missing).toEqual([]);
      let line = 2;
      for (const [index, [id, input]] of rows.entries()) {
        expect(cases[index]?.[0]).toBe(`file:${line}`);
        line += `${id}${input}\n`.split('\n').length - 1;
      }
      expect(cases.map(([, value]) => value)).toEqual(rows.map(([id, input]) => ({ id, input })));
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (lines) => {
      const { cases, missing } = read('jsonl', lines.join('\n'));
      const written = lines
        .join('\n')
        .replace(/^\ufeff/, '')
        .split('\n')
        .filter((line) => line.trim() !== '');
      expect(cases.length + missing.length).toBe(
        Math.max(written.length, cases.length === 0 && missing.length === 1 ? 1 : 0),
      );
    }),
  );
});

it('reads 100,000 lines', () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `${index},input ${index}`);
  expect(read('csv', `id,input\n${lines.join('\n')}\n`).cases).toHaveLength(100_000);
});

it('refuses duplicate ids, and cases that cannot be run', () => {
  const cases = [
    { id: 'a', input: 'x' },
    { id: 'a', input: 'y' },
    { id: 7, input: 'z' },
    { input: 'x' },
    { id: 'b' },
    { id: 'c\u0000', input: 'x' },
    { id: 'd', input: 'x', tags: 'money' },
    'text',
    { id: 'e', input: 'x', scorers: ['exact'] },
    { id: `f sk-proj-${'abcdefghij'.repeat(5)}`, input: 'x' },
  ];
  const agent = () => ({ run: () => Promise.reject(new Error('not run')) });
  const definition = defineEval({ name: 'n', agent, cases: cases as never[], scorers: [contains('x')] });
  const loaded = loadCases(definition, folder);
  expect(loaded.cases.map(({ data }) => data.id)).toEqual(['a', '7']);
  expect(loaded.missing.map(({ place, caseId, reason }) => [place, caseId, reason])).toEqual([
    ['case 2', 'a', "The id 'a' is that of case 1."],
    ['case 4', undefined, "A case needs an 'id'."],
    ['case 5', 'b', "A case needs an 'input'."],
    ['case 6', undefined, 'The id contains control characters.'],
    ['case 7', 'd', "'tags' must be a list of texts."],
    ['case 8', undefined, 'A case must be an object.'],
    ['case 9', 'e', "'scorers' must be a list of scorers."],
    ['case 10', undefined, 'The id or a tag contains what looks like a secret.'],
  ]);
  const bare = defineEval({ name: 'n', agent, cases: [{ id: 'a', input: 'x' }] });
  expect(loadCases(bare, folder).missing[0]?.reason).toBe('The case has no scorer.');
});
