import { builtinModules, createRequire } from 'node:module';
import { realDisk } from '@toolwright/program';
import { createScratchProject } from '../../../program/src/testing/scratch-project.test.support.js';
import { type ExternalName, findEffects } from '../walk/externals.js';
import { createEffectLookup } from './effect-lookup.js';
import { LIBRARIES } from './libraries.js';
import { DATE_FNS, DRIZZLE_ORM, LODASH, RXJS, RXJS_CLOCK } from './members.js';
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
    expect(lookup.findPackage('date-fns/format')?.format).toEqual([]);
    expect(lookup.findPackage('@aws-sdk/client-s3')?.['*']).toEqual(['net']);
    expect(lookup.findPackage('own/part')).toEqual({ '*': ['db'] });
    expect(lookup.findPackage('axios')).toMatchObject({ '*': ['net'], isAxiosError: [] });
    expect(lookup.findPackage('never-heard-of')).toBeUndefined();
    expect(lookup.findPackage('constructor')).toBeUndefined();
  });

  it('names no path in a package: what a package declares belongs to the package', () => {
    const paths = Object.keys(LIBRARIES).filter((name) => /^(?:@[^/]+\/)?[^@/]+\/./.test(name));
    expect(paths).toEqual([]);
  });

  it('lists each member of a package once', () => {
    for (const list of [DATE_FNS, LODASH, RXJS, DRIZZLE_ORM]) {
      const names = list.split(' ');
      expect(names).toEqual([...new Set(names)]);
    }
    expect(LIBRARIES['date-fns']?.isToday).toEqual(['time']);
    for (const name of RXJS_CLOCK.split(' ')) expect(LIBRARIES.rxjs?.[name]).toEqual(['time']);
  });

  const named = (module: string, ...keys: string[]): ExternalName => ({ module, keys, isDeclared: true });

  it.each(['date-fns', 'lodash', 'lodash/fp', 'lodash-es', 'rxjs', 'rxjs/operators'])(
    'does not know a member of %s that no list has',
    (module) => {
      const { effects } = findEffects([{ module, keys: ['neverHeardOf'] }], true, createEffectLookup());
      expect(effects).toEqual(['unknown']);
    },
  );

  it('applies an entry with a path to what the package declares, whatever the entry of the package says', () => {
    const lookup = createEffectLookup({
      own: { '*': [], pure: [] },
      'own/*': { '*': ['db'], 'Store.size': [] },
    });
    expect(findEffects([named('own', 'Store.load', 'Store')], true, lookup).effects).toEqual(['db']);
    expect(findEffects([named('own', 'Store.size', 'Store')], true, lookup).effects).toEqual([]);
    expect(findEffects([named('own', 'pure')], true, lookup).effects).toEqual([]);
    const imported = [{ module: 'own/part', keys: ['load'] }, named('own', 'load')];
    expect(findEffects(imported, true, lookup).effects).toEqual(['db']);
  });

  it('knows what a function does without an argument', () => {
    const lookup = createEffectLookup();
    expect(findEffects([named('dayjs', 'dayjs')], true, lookup, () => true).effects).toEqual(['time']);
    expect(findEffects([named('dayjs', 'dayjs')], true, lookup, () => false).effects).toEqual([]);
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
