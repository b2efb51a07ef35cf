import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProjectLosses } from './project-account.test.support.js';

const root = fileURLToPath(new URL('../../fixtures/tools/valid', import.meta.url));
const projects = readdirSync(root).filter((name) => existsSync(path.join(root, name, 'tsconfig.json')));

// A4
describe('every word of the comments of a tool', () => {
  it.each(projects)('is in the schema or in a line of output: %s', (name) => {
    expect(findProjectLosses({ cwd: path.join(root, name) })).toEqual([]);
  });
});
