import {
  content,
  describeUnknown,
  image,
  type ManifestResource,
  type ObjectSchema,
  type ToolContext,
} from '@toolwright/contract';
import { assert, asyncProperty, string } from 'fast-check';
import { resource, ToolRegistry, tool } from '../index.js';
import { entry } from '../weather.test.fixture.js';

class Handbook {
  readonly pages = new Map([['holidays', '# Holidays']]);

  @resource('handbook://pages/{slug}', { mimeType: 'text/markdown' })
  async page(slug: string): Promise<string | undefined> {
    return this.pages.get(slug);
  }
  @resource('handbook://pages')
  list(): string[] {
    return [...this.pages.keys()];
  }
  @resource('handbook://years/{year}/{kind}')
  year(year: number, kind: 'paid' | 'unpaid', context: ToolContext<string>): unknown {
    return { year, kind, user: context.app };
  }
  @resource('handbook://logo')
  logo(): Uint8Array {
    return PNG;
  }
  @resource('handbook://mixed')
  mixed(): unknown {
    return content('A logo:', image(PNG));
  }
  @resource('handbook://file')
  file(): Blob {
    return new File([], 'empty.html', { type: 'text/html' });
  }
  @tool
  search(query: string): string {
    return query;
  }
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const status = resource('app://status', () => ({ ok: true }));

function described(
  uri: string,
  member: string | undefined,
  properties: ObjectSchema['properties'] = {},
  target: () => unknown = () => Handbook,
): ManifestResource {
  const parameters = Object.keys(properties);
  const { spec, ...rest } = entry(
    member ?? 'status',
    target,
    { parameters, ...(member && { member }) },
    properties,
    {
      required: parameters,
    },
  );
  return { ...rest, spec: { ...spec, uri, annotations: {} } };
}

const year = described('handbook://years/{year}/{kind}', 'year', {
  year: { type: 'integer' },
  kind: { enum: ['paid', 'unpaid'] },
});
const page = described('handbook://pages/{slug}', 'page', { slug: { type: 'string', maxLength: 20 } });
const mixed = described('handbook://mixed', 'mixed');
const resources: ManifestResource[] = [
  {
    ...page,
    spec: { ...page.spec, mimeType: 'text/markdown', annotations: { meta: { ui: { border: true } } } },
  },
  described('handbook://pages', 'list'),
  { ...year, spec: { ...year.spec, needsContext: true }, call: { parameters: ['year', 'kind', null] } },
  described('handbook://logo', 'logo'),
  { ...mixed, spec: { ...mixed.spec, mimeType: 'text/markdown' } },
  described('handbook://file', 'file'),
  described('app://status', undefined, {}, () => status),
];
const search = entry(
  'search',
  () => Handbook,
  { member: 'search', parameters: ['query'] },
  { query: { type: 'string' } },
);
const manifest = { version: 1 as const, tools: [search], resources };

function registry(): ToolRegistry {
  return new ToolRegistry(manifest).registerFrom(new Handbook()).register(status);
}

describe('the resources of a registry', () => {
  it('are apart from its tools', async () => {
    const all = registry();
    expect(all.listResources().map(({ uri }) => uri)).toEqual(resources.map(({ spec }) => spec.uri));
    expect(all.listResources()).toBe(all.listResources());
    expect(all.listTools().map(({ name }) => name)).toEqual(['search']);
    await expect(all.call('page', { slug: 'holidays' })).rejects.toThrow(
      describeUnknown('Tool', 'page', []).problem,
    );
  });

  it('are read as text, data or bytes', async () => {
    const all = registry();
    expect(await all.readResource('handbook://pages/holidays')).toEqual([
      {
        uri: 'handbook://pages/holidays',
        mimeType: 'text/markdown',
        text: '# Holidays',
        _meta: { ui: { border: true } },
      },
    ]);
    expect(await all.readResource('handbook://pages')).toEqual([
      { uri: 'handbook://pages', mimeType: 'application/json', text: '["holidays"]' },
    ]);
    expect(await all.readResource('app://status')).toMatchObject([{ text: '{"ok":true}' }]);
    const bytes = { uri: 'handbook://logo', mimeType: 'image/png', blob: PNG.toString('base64') };
    expect(await all.readResource('handbook://logo')).toEqual([bytes]);
    expect(await all.readResource('handbook://file')).toEqual([
      { uri: 'handbook://file', mimeType: 'text/html', blob: '' },
    ]);
    expect(await all.readResource('handbook://mixed')).toEqual([
      { uri: 'handbook://mixed', mimeType: 'text/markdown', text: 'A logo:' },
      { ...bytes, uri: 'handbook://mixed' },
    ]);
  });

  it('get their variables in the types of the parameters, and a context', async () => {
    expect(await registry().readResource('handbook://years/2026/paid', { context: 'Ada' })).toMatchObject([
      { text: '{"year":2026,"kind":"paid","user":"Ada"}' },
    ]);
    await expect(registry().readResource('handbook://years/2026/paid')).rejects.toMatchObject({
      code: 'MISSING_CONTEXT',
    });
  });

  it('are refused by URI and by variable, with what is possible', async () => {
    const all = registry();
    const refusal = (uri: string) => all.readResource(uri, { context: '' }).catch((error: unknown) => error);
    expect(await refusal('handbook://page')).toMatchObject({
      code: 'UNKNOWN_RESOURCE',
      blame: 'model',
      message: describeUnknown(
        'Resource',
        'handbook://page',
        resources.map(({ spec }) => spec.uri),
      ).message,
    });
    expect(await refusal('handbook://pages/sick%20leave')).toMatchObject({
      code: 'UNKNOWN_RESOURCE',
      message: describeUnknown('Resource', 'handbook://pages/sick%20leave', []).problem,
    });
    expect(await refusal('handbook://years/soon/sick')).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message:
        'Invalid arguments for \'handbook://years/{year}/{kind}\': year must be a whole number; got "soon". kind must be one of "paid", "unpaid"; got "sick".',
    });
  });

  it('refuse what is no URI, and one that is too long to be meant', async () => {
    for (const uri of [5, undefined, null, {}, `handbook://pages/${'a'.repeat(3_000_000)}`]) {
      // JavaScript passes anything.
      await expect(registry().readResource(uri as string)).rejects.toMatchObject({
        code: 'UNKNOWN_RESOURCE',
      });
    }
  });

  it('are read, or refused with a typed error, whatever the URI', async () => {
    const all = registry();
    const read = async (uri: string) => {
      const code = await all.readResource(uri, { context: '' }).then(
        () => 'read',
        (error: unknown) => Reflect.get(Object(error), 'code'),
      );
      expect(['read', 'UNKNOWN_RESOURCE', 'INVALID_ARGUMENTS']).toContain(code);
    };
    await assert(asyncProperty(string({ unit: 'binary-ascii' }), (text) => read(`handbook://years/${text}`)));
    for (const slug of [
      '__proto__',
      'constructor',
      '..%2F..%2Fetc',
      '%00',
      '%F0%9F%98%80',
      '\u202e\ud800',
      '€',
    ])
      await read(`handbook://pages/${slug}`);
  });

  it('are told of changes', () => {
    const all = new ToolRegistry(manifest);
    const seen: unknown[] = [];
    const end = all.onResourceChange((uri) => seen.push(uri));
    all.registerFrom(new Handbook());
    all.resourceChanged('handbook://pages/holidays');
    end();
    all.resourceChanged('handbook://pages');
    expect(seen).toEqual([undefined, 'handbook://pages/holidays']);
    expect(() => all.resourceChanged('handbook://pagse')).toThrow("'handbook://pages'");
  });

  it('belong to one object, and are registered with its tools or not at all', () => {
    const all = registry();
    expect(() => all.registerFrom(new Handbook(), { prefix: 'other_' })).toThrow(
      /^Two resources have the URI 'handbook:\/\/pages\/{slug}': Handbook\.page \(src\/weather\.ts:7\) and Handbook\.page/,
    );
    expect(all.has('other_search')).toBe(false);
    all.registerFrom(new Handbook(), { prefix: 'other_', resources: false });
    expect(all.has('other_search')).toBe(true);
  });

  it('need a manifest', () => {
    const without = new ToolRegistry({ version: 1, tools: [search] });
    expect(() => without.registerFrom(new Handbook())).toThrow(
      'Handbook.page is a resource, but the manifest has no schema for it.',
    );
    expect(() => without.register(status)).toThrow('is a resource, but the manifest has no schema for it.');
    const gone = described('handbook://gone', 'gone');
    const stale = new ToolRegistry({ ...manifest, resources: [...resources, gone] });
    expect(() => stale.registerFrom(new Handbook())).toThrow('it has a resource for Handbook.gone');
  });
});

describe('resource(…)', () => {
  it('marks functions without wrapping them', () => {
    const fn = (): string => 'text';
    expect(resource('docs://a', fn)).toBe(fn);
    expect(resource('docs://b', { mimeType: 'text/html' }, fn)).toBe(fn);
    expect(fn.name).toBe('fn');
  });

  it('refuses a missing URI, classes, fields and private methods', () => {
    // @ts-expect-error the URI is missing
    expect(() => resource(() => 'text')).toThrow('A resource without a URI cannot be a resource.');
    expect(() => resource('docs://a', class Page {} as never)).toThrow(
      'The class Page cannot be a resource.',
    );
    const decorate = resource('docs://a') as unknown as (value: unknown, context: object) => void;
    expect(() => decorate(undefined, { kind: 'field', name: 'a' })).toThrow(
      "'a', a field, cannot be a resource.",
    );
  });
});
