import { readFileSync } from 'node:fs';
import { getDialect } from '@toolwright/json-schema';
import { RAW_SUBJECTS } from '../testing/conversations/raw-subjects.test.support.js';
import { PROVIDERS } from './providers.js';

const docs = readFileSync(new URL('../../../../docs/providers.md', import.meta.url), 'utf8');

describe.each(Object.keys(PROVIDERS))('the provider %s', (name) => {
  it('is tested with raw replies', () => {
    expect(Object.values(RAW_SUBJECTS).map(({ config }) => config.provider)).toContain(name);
  });

  it('has a dialect', () => {
    expect(getDialect(name).name).toEqual(expect.any(String));
  });

  it('is described in docs/providers.md', () => {
    expect(new RegExp(`^## ${name}\\b|\`${name}\``, 'im').test(docs)).toBe(true);
  });
});
