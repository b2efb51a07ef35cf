import { builtinModules, createRequire } from 'node:module';
import { realDisk } from '../../disk/real-disk.js';
import { createScratchProject } from '../../testing/scratch-project.test.support.js';
import { createEffectLookup } from './effect-lookup.js';
import { LIBRARIES } from './libraries.js';
import { NODE_MODULES } from './node-modules.js';
import { readEffectConfig } from './read-effect-config.js';

const load = createRequire(import.meta.url);
/** Modules of Node.js that are no longer documented, or the internals of others. */
const isPublic = (name: string): boolean =>
  !name.startsWith('_') && !/^(?:node-inspect|internal)\b/.test(name);

/** Names of later releases of Node.js, and the synchronous forms that only some functions have. */
const OTHER_RELEASES: ReadonlySet<string> = new Set([
  'mkdtempDisposable',
  'mkdtempDisposableSync',
  'availableMemory',
  'loadEnvFile',
  'ref',
  'unref',
]);

describe('the table of packages', () => {
  it('has every module of Node.js, and an effect for each of its functions', () => {
    const names = builtinModules.map((name) => name.replace(/^node:/, '')).filter(isPublic);
    expect(names.filter((name) => NODE_MODULES[name]?.['*'] === undefined)).toEqual([]);
  });

  it.each(['fs', 'process', 'net', 'os', 'events'])('names only what %s exports', (name) => {
    const exported: object = load(`node:${name}`);
    const isFunction = (key: string): boolean => key !== '*' && /^[a-z]/.test(key) && !key.includes('.');
    const named = Object.keys(NODE_MODULES[name] ?? {}).filter(isFunction);
    expect(named.filter((key) => !(key in exported) && !OTHER_RELEASES.has(key))).toEqual([]);
  });

  it('knows at least fifty libraries besides', () => {
    expect(Object.keys(LIBRARIES).length).toBeGreaterThan(150);
  });

  it('finds a package by a path in it and by a pattern, and prefers what the project says', () => {
    const lookup = createEffectLookup({ axios: { isAxiosError: [] }, 'own/*': { '*': ['db'] } });
    expect(lookup.findPackage('date-fns/format')?.['*']).toEqual([]);
    expect(lookup.findPackage('@aws-sdk/client-s3')?.['*']).toEqual(['net']);
    expect(lookup.findPackage('own/part')).toEqual({ '*': ['db'] });
    expect(lookup.findPackage('axios')).toEqual({ '*': ['net'], isAxiosError: [] });
    expect(lookup.findPackage('never-heard-of')).toBeUndefined();
    expect(lookup.findPackage('constructor')).toBeUndefined();
  });
});

describe('toolwright.config.json', () => {
  const read = (text: string) => {
    const { dir } = createScratchProject({ 'toolwright.config.json': text });
    return readEffectConfig(dir, realDisk);
  };

  it('adds packages', () => {
    const packages = { 'node:fs': { open: ['fs.read'] }, mine: { '*': [] } };
    expect(read(JSON.stringify({ effects: { packages }, other: 1 }))).toEqual({
      packages: { fs: { open: ['fs.read'] }, mine: { '*': [] } },
    });
    expect(read('{}')).toEqual({ packages: {} });
  });

  it.each([
    ['{', /^toolwright\.config\.json: /],
    ['[]', /The file must be an object, not \[\]\./],
    ['{"effects":1}', /`effects` must be an object, not 1\./],
    ['{"effects":{"package":{}}}', /`effects\.package` does not exist\./],
    ['{"effects":{"packages":{"a":[]}}}', /`effects\.packages\.a` must be an object/],
    ['{"effects":{"packages":{"a":{"b":"net"}}}}', /`effects\.packages\.a\.b` must be a list, not "net"\./],
    [
      '{"effects":{"packages":{"a":{"b":["fs.writes"]}}}}',
      /has the effect "fs\.writes", which does not exist\./,
    ],
  ])('is refused with its path: %s', (text, message) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(message) }),
    );
  });
});
