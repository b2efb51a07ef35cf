import { tool } from '../decorator/tool.js';
import { entry, manifestOf, Weather, weatherEntries } from '../weather.test.fixture.js';
import { findMembers } from './find-members.js';
import { ManifestIndex } from './manifest-index.js';

const index = new ManifestIndex([manifestOf(...weatherEntries)]);

/** The names of the manifest's tools, by the member under which they were found. */
function toolsOf(target: object, from = index): Record<string, string> {
  const found = findMembers(target, from).filter(({ entry }) => entry !== undefined);
  return Object.fromEntries(found.map(({ member, entry }) => [member, entry?.spec.name ?? '']));
}

const INSTANCE_TOOLS = ['forecast', 'later', 'watch', 'count', 'search', 'sum', 'remind'];

describe('findMembers', () => {
  // A5
  it('finds inherited tools, overrides first, and runs no getter', () => {
    class Nordic extends Weather {
      override forecast(): string {
        return 'snow';
      }
      // The getter of the base class throws when it runs, and so would this one.
      override get broken(): never {
        throw new Error('a getter was fired');
      }
    }
    const nordic = new Nordic();
    const found = findMembers(nordic, index);
    expect(Object.values(toolsOf(nordic)).sort()).toEqual([...INSTANCE_TOOLS].sort());
    expect(found.find(({ member }) => member === 'forecast')?.fn).toBe(Nordic.prototype.forecast);
  });

  it('takes the entry of the most derived class that has one', () => {
    class Nordic extends Weather {
      override forecast(): string {
        return 'snow';
      }
    }
    class Arctic extends Nordic {}
    const own = entry('snowForecast', () => Nordic, { member: 'forecast', parameters: [] }, {});
    const both = new ManifestIndex([manifestOf(...weatherEntries), manifestOf(own)]);
    expect(toolsOf(new Arctic(), both)).toMatchObject({ forecast: 'snowForecast', later: 'later' });
    expect(toolsOf(new Weather(), both)).toMatchObject({ forecast: 'forecast' });
  });

  it('finds the tools of a class whose exported binding a decorator has replaced', () => {
    class Original {
      find(): string {
        return 'found';
      }
    }
    class Replacement extends Original {}
    const replaced = new ManifestIndex([
      manifestOf(entry('find', () => Replacement, { member: 'find', parameters: [] }, {})),
    ]);
    expect(toolsOf(new Replacement(), replaced)).toEqual({ find: 'find' });
    expect(toolsOf(new Original(), replaced)).toEqual({ find: 'find' });
  });

  it('finds a method that the constructor has bound to its object', () => {
    class Bound {
      constructor() {
        this.find = this.find.bind(this);
      }
      find(): string {
        return 'found';
      }
    }
    const bound = new ManifestIndex([
      manifestOf(entry('find', () => Bound, { member: 'find', parameters: [] }, {})),
    ]);
    const instance = new Bound();
    expect(findMembers(instance, bound)).toMatchObject([
      { member: 'find', fn: instance.find, entry: { member: 'find' } },
    ]);
  });

  it('distinguishes static methods from methods of instances', () => {
    expect(toolsOf(Weather)).toEqual({ version: 'version' });
    class Nordic extends Weather {}
    expect(toolsOf(Nordic)).toEqual({ version: 'version' });
    expect(toolsOf(new Weather())).not.toHaveProperty('version');
  });

  it('does not treat a getter that hides a tool as the tool', () => {
    class Hidden extends Weather {}
    Object.defineProperty(Hidden.prototype, 'forecast', {
      get() {
        throw new Error('a getter was fired');
      },
    });
    expect(toolsOf(new Hidden())).not.toHaveProperty('forecast');
  });

  it('finds marks on overridden definitions', () => {
    class Marked {
      @tool find(): void {}
    }
    class Plain extends Marked {
      override find(): void {}
    }
    expect(findMembers(new Plain(), index)).toMatchObject([
      { member: 'find', isMarked: true, entry: undefined },
    ]);
  });

  it('finds functions of plain objects and of modules', async () => {
    const namespace: object = await import('../weather.test.fixture.js');
    expect(toolsOf(namespace)).toEqual({ calculateTax: 'calculateTax' });
    const { calculateTax } = await import('../weather.test.fixture.js');
    expect(toolsOf({ tax: calculateTax })).toEqual({ tax: 'calculateTax' });
  });

  it('reads the exports of bundled and of CommonJS modules, whose bindings are getters', async () => {
    const { calculateTax } = await import('../weather.test.fixture.js');
    const esbuild = Object.defineProperty({}, 'calculateTax', { get: () => calculateTax, enumerable: true });
    const typescript = Object.defineProperties(
      { plain: 1 },
      { __esModule: { value: true }, calculateTax: { get: () => calculateTax, enumerable: true } },
    );
    const loading = Object.defineProperty({}, 'later', {
      get() {
        throw new ReferenceError('Cannot access before initialization');
      },
      enumerable: true,
    });
    expect(toolsOf(esbuild)).toEqual({ calculateTax: 'calculateTax' });
    expect(toolsOf(typescript)).toEqual({ calculateTax: 'calculateTax' });
    expect(toolsOf(loading)).toEqual({});
  });

  it('runs no getter of a plain object', () => {
    const object = {
      get trap(): never {
        throw new Error('a getter was fired');
      },
    };
    expect(findMembers(object, index)).toEqual([]);
    expect(findMembers(Object.freeze({ ...Object.getOwnPropertyDescriptors(object) }), index)).toEqual([]);
    const frozen = Object.freeze(Object.create(null, Object.getOwnPropertyDescriptors(object)));
    expect(findMembers(frozen, index)).toEqual([]);
  });

  it('waits for a class whose module is still being loaded', () => {
    let isLoaded = false;
    const lazy = new ManifestIndex([
      manifestOf(
        entry(
          'forecast',
          () => {
            if (!isLoaded) throw new ReferenceError("Cannot access 'Weather' before initialization");
            return Weather;
          },
          { member: 'forecast', parameters: [] },
          {},
        ),
      ),
    ]);
    expect(toolsOf(new Weather(), lazy)).toEqual({});
    isLoaded = true;
    expect(toolsOf(new Weather(), lazy)).toEqual({ forecast: 'forecast' });
  });
});
