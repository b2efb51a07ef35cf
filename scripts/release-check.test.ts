import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { archiveOf, releaseOrder } from './release-check.mjs';
import { packages } from './workspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders: string[] = packages();

describe('a release', () => {
  it('publishes each package after its dependencies', () => {
    const names: string[] = releaseOrder().map(({ name }: { name: string }) => name);
    expect(names).toHaveLength(folders.length);
    expect(names.indexOf('@toolwright/contract')).toBeLessThan(names.indexOf('@toolwright/json'));
    expect(names.indexOf('create-toolwright')).toBeLessThan(names.indexOf('toolwright'));
    expect(names.indexOf('@toolwright/mcp')).toBeLessThan(names.indexOf('toolwright'));
  });

  it('refuses packages whose versions differ', () => {
    const manifests = [
      { name: 'a', version: '1.0.0' },
      { name: 'b', version: '1.0.1' },
    ];
    expect(() => releaseOrder(manifests)).toThrow('these have not: b 1.0.1');
  });

  it('names archives as npm does', () => {
    expect(archiveOf({ name: '@toolwright/contract', version: '1.2.3' })).toBe(
      'toolwright-contract-1.2.3.tgz',
    );
  });

  it.each(folders)('makes %s public, and includes the texts that npm shows', (folder) => {
    const manifest = JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8'));
    expect(manifest).toMatchObject({
      publishConfig: { access: 'public' },
      license: 'MIT',
      description: expect.stringMatching(/\w{3}/),
      engines: { node: '>=20.19' },
    });
  });
});
