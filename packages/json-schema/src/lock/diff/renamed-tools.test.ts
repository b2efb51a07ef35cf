import { isJsonObject, withPresentNames } from '@toolwright/contract';
import { accepts, ajvAccepts } from '../../contains/accepts.test.support.js';
import { fitsWithin } from '../../contains/fits-within.js';
import { readLock, writeLock } from '../lock-text.js';
import { createLock, type LockedTool } from '../tool-lock.js';
import type { ContractDiff } from './contract-change.js';
import { diffLocks } from './diff-locks.js';

const CITY = { type: 'string', description: 'City name' };
const tool = (name: string, more: Partial<LockedTool> = {}): LockedTool => ({
  name,
  description: `Does ${name}.`,
  parameters: { type: 'object', properties: { town: CITY }, required: ['town'], additionalProperties: false },
  annotations: {},
  ...more,
});
const withArguments = (
  properties: object,
  required: readonly string[],
  parameters?: Record<string, string>,
) =>
  tool('forecast', {
    parameters: { type: 'object', properties, required, additionalProperties: false },
    ...(parameters && { was: { parameters } }),
  });
const diff = (before: readonly LockedTool[], after: readonly LockedTool[]): ContractDiff => {
  // As it is read from a file.
  const [was, is] = [before, after].map((tools) => readLock(writeLock(createLock(tools))));
  if (was === undefined || is === undefined) throw new Error('two locks');
  return diffLocks(was, is, (inner, outer) => fitsWithin(inner, outer, ajvAccepts));
};
const linesOf = ({ changes }: ContractDiff): readonly string[] =>
  changes.map(({ tool: name, verdict, message }) => `${name}: ${verdict} ${message}`);

// F6
describe('a renamed tool', () => {
  const weather = tool('weather');
  const forecast = { ...weather, name: 'forecast', was: { tool: ['weather'] } };

  it('is compatible with @was, and breaking without', () => {
    expect(diff([weather], [forecast])).toEqual({
      release: 'minor',
      changes: [
        {
          tool: 'forecast',
          side: 'name',
          path: '',
          verdict: 'compatible',
          message: '"weather" is "forecast" now; calls may use either name',
        },
      ],
    });
    expect(linesOf(diff([weather], [{ ...weather, name: 'forecast' }]))).toEqual([
      'forecast: compatible is new; it was "weather" before',
      'weather: breaking was removed; if it is now "forecast", `@was` keeps calls valid',
    ]);
  });

  it('is compared with what it was', () => {
    const worse = { ...forecast, annotations: { destructive: true }, description: 'Other.' };
    expect(linesOf(diff([weather], [worse]))).toEqual([
      'forecast: compatible "weather" is "forecast" now; calls may use either name',
      'forecast: model-visible the description has changed',
      'forecast: breaking `destructive` was not set and is true',
    ]);
  });

  it('breaks callers of the former name when that goes', () => {
    expect(linesOf(diff([forecast], [{ ...weather, name: 'forecast' }]))).toEqual([
      'forecast: breaking can no longer be called "weather"',
    ]);
    const again = { ...weather, name: 'climate', was: { tool: ['forecast'] } };
    expect(linesOf(diff([forecast], [again]))).toEqual([
      'climate: compatible "forecast" is "climate" now; calls may use either name',
      'climate: breaking can no longer be called "weather"',
    ]);
    const both = { ...again, was: { tool: ['forecast', 'weather'] } };
    expect(diff([forecast], [both]).release).toBe('minor');
    // Back to the old name.
    expect(diff([forecast], [{ ...weather, was: { tool: ['forecast'] } }]).release).toBe('minor');
    expect(linesOf(diff([{ ...weather, name: 'forecast' }], [forecast]))).toEqual([
      'forecast: compatible may be called "weather", a former name',
    ]);
  });

  it('breaks callers of a former name that another tool takes', () => {
    const other = tool('weather', { description: 'Something else.' });
    const { changes, release } = diff([forecast], [forecast, other]);
    expect(release).toBe('major');
    expect(changes).toContainEqual(
      expect.objectContaining({ tool: 'forecast', message: 'can no longer be called "weather"' }),
    );
  });

  it('is never compatible when tools swap names', () => {
    const [one, two] = [tool('one', { annotations: { readOnly: true } }), tool('two')];
    const swapped = [
      { ...one, name: 'two', was: { tool: ['one'] } },
      { ...two, name: 'one', was: { tool: ['two'] } },
    ];
    expect(diff([one, two], swapped).release).toBe('major');
    // Also if both have changed, and in a circle of three.
    const edited = swapped.map((each) => ({ ...each, description: 'Edited.' }));
    expect(linesOf(diff([one, two], edited))).toEqual(
      expect.arrayContaining([
        'one: breaking is now also the former name of another tool: "two" was "one"',
        'two: breaking is now also the former name of another tool: "one" was "two"',
      ]),
    );
    const chain = [
      { ...one, name: 'two', was: { tool: ['one'] }, description: 'Edited.' },
      { ...two, name: 'three', was: { tool: ['two'] } },
    ];
    expect(linesOf(diff([one, two], chain))).toContain(
      'two: breaking is now also the former name of another tool: "three" was "two"',
    );
  });

  it('may take the calls of several', () => {
    const old = tool('climate');
    const merged = { ...forecast, was: { tool: ['weather', 'climate'] } };
    expect(diff([weather, old], [merged])).toMatchObject({ release: 'minor' });
    expect(linesOf(diff([weather, old], [merged])).filter((line) => line.includes(' now; '))).toHaveLength(2);
    const ambiguous = [forecast, { ...forecast, name: 'climate' }];
    expect(linesOf(diff([weather], ambiguous))).toContainEqual(
      expect.stringContaining('weather: breaking was removed'),
    );
  });
});

// F6
describe('a renamed argument', () => {
  const before = withArguments({ town: CITY, days: { type: 'integer' } }, ['town']);
  const days = { type: 'integer' };

  it('is compatible with @was, and breaking without', () => {
    const after = withArguments({ city: CITY, days }, ['city'], { town: 'city' });
    expect(diff([before], [after])).toEqual({
      release: 'minor',
      changes: [
        {
          tool: 'forecast',
          side: 'input',
          path: '/parameters/properties/city',
          verdict: 'compatible',
          message: 'was "town", which calls may still send',
        },
      ],
    });
    const { changes } = diff([before], [withArguments({ city: CITY, days }, ['city'])]);
    expect(changes).toContainEqual(
      expect.objectContaining({
        path: '/parameters/properties/town',
        verdict: 'breaking',
        message: '"town" was removed; if it is now "city", `@was` keeps calls valid',
      }),
    );
  });

  it('is compared with what it was, with an example that was right before', () => {
    const after = withArguments({ city: { ...CITY, maxLength: 3 }, days }, ['city'], { town: 'city' });
    const { changes } = diff([before], [after]);
    const [breaking] = changes.filter(({ verdict }) => verdict === 'breaking');
    expect(breaking?.path).toBe('/parameters/properties/city/maxLength');
    expect(accepts(before.parameters, breaking?.example)).toBe(true);
  });

  it('breaks callers of the former name when that goes', () => {
    const after = withArguments({ city: CITY, days }, ['city'], { town: 'city' });
    expect(linesOf(diff([after], [withArguments({ city: CITY, days }, ['city'])]))).toEqual([
      'forecast: breaking can no longer be sent for "city"',
    ]);
    const again = withArguments({ place: CITY, days }, ['place'], { city: 'place', town: 'place' });
    expect(diff([after], [again]).release).toBe('minor');
    expect(diff([after], [withArguments({ place: CITY, days }, ['place'], { city: 'place' })]).release).toBe(
      'major',
    );
    expect(diff([after], [withArguments({ town: CITY, days }, ['town'], { city: 'town' })]).release).toBe(
      'minor',
    );
  });

  it('is never compatible when arguments swap names, or become one', () => {
    const two = withArguments({ from: CITY, to: CITY }, ['from', 'to']);
    const one = withArguments({ to: CITY }, ['to'], { from: 'to' });
    expect(diff([two], [one]).release).toBe('major');
    const both = withArguments({ from: CITY, to: { type: 'number' } }, ['from', 'to'], {
      from: 'to',
      to: 'from',
    });
    expect(diff([two], [both]).release).toBe('major');
  });

  const B = { type: 'string' };
  const LIST = { type: 'array', items: { type: 'number' } };
  const ROOT = { $ref: '#' };
  it.each<[string, object, object, Record<string, string>]>([
    ['two arguments become one', { a: B, c: B }, { b: B }, { a: 'b', c: 'b' }],
    ['two of different types become one', { a: LIST, c: B }, { b: B }, { a: 'b', c: 'b' }],
    ['one becomes another that stays', { a: LIST, b: B }, { b: B }, { a: 'b' }],
  ])('is breaking where %s', (_, was, is, names) => {
    const [closed, renamed] = [withArguments(was, []), withArguments(is, [], names)];
    const { changes, release } = diff([closed], [renamed]);
    expect(release).toBe('major');
    const { example } = changes.find(({ path }) => path === '/parameters/properties/b') ?? {};
    if (!isJsonObject(example)) throw new Error('There is no example.');
    expect(accepts(closed.parameters, example)).toBe(true);
    expect(withPresentNames(example, names)).toMatchObject({ ok: false });
    expect(changes.filter(({ verdict }) => verdict === 'compatible')).toEqual([]);
  });

  it.each([
    ['an open object', { additionalProperties: true }],
    ['an object that does not say whether it is open', {}],
    ['members by pattern', { additionalProperties: false, patternProperties: { '^x': LIST } }],
  ])('is breaking if it takes a member of %s', (_, more) => {
    const parameters = { type: 'object', properties: { b: B }, ...more };
    const { changes, release } = diff(
      [tool('forecast', { parameters })],
      [tool('forecast', { parameters, was: { parameters: { x: 'b' } } })],
    );
    expect(release).toBe('major');
    for (const { example } of changes) {
      if (!isJsonObject(example)) throw new Error('There is no example.');
      expect(accepts(parameters, example)).toBe(true);
      const moved = withPresentNames(example, { x: 'b' });
      expect(moved.ok && accepts(parameters, moved.args)).toBe(false);
    }
  });

  it.each([
    { anyOf: [{ required: ['town'] }, { required: ['days'] }] },
    { propertyNames: { maxLength: 4 } },
    { patternProperties: { '^town$': { minLength: 2 } } },
  ])('is breaking where another keyword may name it: %j', (more) => {
    const after = withArguments({ city: CITY, days }, [], { town: 'city' });
    const [was, is] = [withArguments({ town: CITY, days }, []), after].map((one) => ({
      ...one,
      parameters: { ...one.parameters, ...more },
    }));
    expect(was && is && diff([was], [is]).release).toBe('major');
  });

  it('is breaking if the arguments are nested in themselves', () => {
    const after = withArguments({ city: CITY, near: ROOT }, ['city'], { town: 'city' });
    const nested = withArguments({ town: CITY, near: ROOT }, ['town']);
    expect(diff([nested], [after]).release).toBe('major');
    const $defs = { Place: { type: 'object', properties: { near: { $ref: '#/$defs/Place' } } } };
    const [was, is] = [nested, after].map((one) => ({
      ...one,
      parameters: {
        ...one.parameters,
        properties: { [one === after ? 'city' : 'town']: CITY, near: { $ref: '#/$defs/Place' } },
        $defs,
      },
    }));
    expect(was && is && diff([was], [is]).release).toBe('minor');
  });

  it('may have a name of prototypes', () => {
    const after = withArguments(
      { city: CITY, days },
      ['city'],
      JSON.parse('{"town":"city","constructor":"days"}'),
    );
    expect(diff([before], [after]).release).toBe('minor');
    expect(diff([after], [after]).release).toBe('none');
  });
});

// F6
it.each([1, { tool: 'weather' }, { tool: [1] }, { parameters: { town: 1 } }, { parameters: [] }])(
  'a lock with the former names %j is refused',
  (was) => {
    const lock = { version: 1, tools: [{ ...tool('a'), was }] };
    expect(() => readLock(lock)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
  },
);
