import { developerErrorOf, type ToolCodecs, type ToolOutcome, ToolwrightError } from '@toolwright/contract';
import { ToolRegistry } from './index.js';
import { entry, manifestOf } from './weather.test.fixture.js';

class Store {
  keep(value: string) {
    return { value };
  }
  fail() {
    throw new ToolwrightError('STALE_MANIFEST', 'Run codegen.', { blame: 'developer' });
  }
}

const KEEP = { member: 'keep', parameters: ['value'] } as const;
const plan = { kind: 'object', properties: { value: { kind: 'class', name: 'Money' } } } as const;

function registry(codecs?: ToolCodecs, schema: object = {}) {
  const keep = entry('keep', () => Store, KEEP, { value: schema }, codecs && { codecs });
  const fail = entry('fail', () => Store, { member: 'fail', parameters: [] }, {});
  return new ToolRegistry(manifestOf(keep, fail)).registerFrom(new Store());
}

/** The codecs of a manifest that becomes stale after the tool is registered. */
function staleCodecs(part: 'parameters' | 'result') {
  let Money: object = Object.assign(class {}, { fromJSON: () => undefined });
  const codecs: ToolCodecs = { [part]: plan, classes: { Money: () => Money } };
  const tools = registry(codecs);
  Money = class {};
  return tools;
}

function codeOf(outcome: ToolOutcome): string | undefined {
  return developerErrorOf(outcome)?.code;
}

// M2
describe('an outcome of execute', () => {
  it.each(['parameters', 'result'] as const)(
    'names an error of the developer in the codec of the %s',
    async (part) => {
      const outcome = await staleCodecs(part).execute('keep', { value: 'a' });
      expect(codeOf(outcome)).toBe('STALE_MANIFEST');
      expect(outcome).toEqual({ result: null, error: expect.stringContaining('codegen') });
      expect(JSON.stringify(outcome)).not.toContain('blame');
    },
  );

  it('names a schema that cannot be compiled', async () => {
    const outcome = await registry(undefined, { type: 'nonsense' }).execute('keep', { value: 'a' });
    expect(codeOf(outcome)).toBe('INVALID_TOOL');
  });

  it('does not name what the tool throws, nor what a model can correct', async () => {
    const tools = registry();
    for (const [name, args] of [
      ['fail', {}],
      ['none', {}],
      ['keep', { other: 6 }],
    ] as const) {
      expect(codeOf(await tools.execute(name, args))).toBeUndefined();
    }
  });
});
