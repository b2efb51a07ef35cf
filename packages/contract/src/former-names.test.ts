import { findTool, withPresentNames } from './former-names.js';

// F6
describe('findTool', () => {
  const forecast = { name: 'forecast', was: { tool: ['weather', 'alerts'] } };
  const alerts = { name: 'alerts' };

  it('finds a tool by a former name', () => {
    expect(findTool([forecast, alerts], 'weather')).toBe(forecast);
  });

  it('finds the tool that has a name, not the one that had it', () => {
    expect(findTool([forecast, alerts], 'alerts')).toBe(alerts);
  });

  it('finds nothing by a name that two tools had, or that none had', () => {
    const other = { name: 'climate', was: { tool: ['weather'] } };
    expect(findTool([forecast, other], 'weather')).toBeUndefined();
    for (const name of ['__proto__', 'constructor', '']) expect(findTool([forecast], name)).toBeUndefined();
  });
});

// F6
describe('withPresentNames', () => {
  const parameters = { town: 'city', place: 'city' };

  it('moves an argument to its present name, at the same place', () => {
    const moved = withPresentNames({ a: 1, town: 'Oslo', z: 2 }, parameters);
    expect(JSON.stringify(moved)).toBe('{"ok":true,"args":{"a":1,"city":"Oslo","z":2}}');
  });

  it('gives the same object if there is nothing to move', () => {
    const args = { city: 'Oslo' };
    expect(withPresentNames(args, parameters)).toEqual({ ok: true, args });
    expect(withPresentNames(args)).toMatchObject({ args });
    const moved = withPresentNames(args, parameters);
    expect(moved.ok && moved.args).toBe(args);
  });

  it.each([
    [{ city: 'Oslo', town: 'Bergen' }, "'town' is a former name of 'city': send only 'city'."],
    [{ town: 'Bergen', city: null }, "'town' is a former name of 'city': send only 'city'."],
    [{ town: 'Oslo', place: 'Oslo' }, "'town' and 'place' are former names of 'city': send only 'city'."],
  ])('refuses an argument under two names: %j', (args, message) => {
    expect(withPresentNames(args, parameters)).toEqual({ ok: false, parameter: 'city', message });
  });

  it('counts undefined as absent, in either order', () => {
    const moved = { ok: true, args: { city: 'Oslo' } };
    expect(withPresentNames({ city: undefined, town: 'Oslo' }, parameters)).toEqual(moved);
    expect(withPresentNames({ town: 'Oslo', city: undefined }, parameters)).toEqual(moved);
  });

  it('takes names of prototypes for names', () => {
    const args = JSON.parse('{"__proto__": 1, "constructor": 2, "town": 3}');
    const moved = withPresentNames(args, parameters);
    expect(JSON.stringify(moved.ok && moved.args)).toBe('{"__proto__":1,"constructor":2,"city":3}');
    expect(withPresentNames({ constructor: 1 }, {})).toEqual({ ok: true, args: { constructor: 1 } });
  });
});
