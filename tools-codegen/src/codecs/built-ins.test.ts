import { readdirSync, readFileSync } from 'node:fs';
import { builtInNames, builtIns } from '@toolwright/json-schema';

const FIXTURES = new URL('../../fixtures/', import.meta.url);
const TYPES = new URL('types/valid/', FIXTURES);
const sources = [
  new URL('tools/valid/codecs/src/calendar.ts', FIXTURES),
  ...readdirSync(TYPES).map((name) => new URL(`${name}/input.ts`, TYPES)),
].map((file) => readFileSync(file, 'utf8'));
const docs = readFileSync(new URL('../../../docs/tools.md', import.meta.url), 'utf8');

it('lists the built-in of every file in the folder', () => {
  const files = readdirSync(new URL('../../../packages/json-schema/src/built-ins/', import.meta.url));
  const names = files
    .filter((file) => !/^built-ins?\.ts$|\.test\./.test(file))
    .map((file) => file.replace('.ts', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
  expect(names.sort()).toEqual([...builtInNames].sort());
});

describe.each(builtInNames)('the built-in %s', (name) => {
  const [typeName] = builtIns[name].typeNames;

  it('is used in a fixture', () => {
    const pattern = new RegExp(`\\b${typeName}\\b`);
    expect([typeName, sources.some((source) => pattern.test(source))]).toEqual([typeName, true]);
  });

  it('has a row in the table of docs/tools.md', () => {
    const cells = docs.split('\n').flatMap((line) => /^\| (`.*?) \|/.exec(line)?.[1] ?? []);
    expect(cells).toContainEqual(expect.stringMatching(`\`${typeName}[\`<]`));
  });
});
