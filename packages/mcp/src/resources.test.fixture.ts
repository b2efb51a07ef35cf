import type { ManifestResource, ManifestTool, ObjectSchema, ToolContext } from '@toolwright/contract';
import { resource, ToolRegistry, tool } from '@toolwright/tools';
import { findMcpCall } from './server/mcp-call.js';

/** A class with a resource of each kind that matters to the protocol. */
class Handbook {
  readonly pages = new Map([['holidays', '# Holidays']]);

  @resource('handbook://pages/{slug}', { mimeType: 'text/markdown' })
  page(slug: string): string | undefined {
    return this.pages.get(slug);
  }
  @resource('handbook://pages')
  list(): string[] {
    return [...this.pages.keys()];
  }
  @resource('handbook://years/{year}/{kind}')
  async year(year: number, kind: 'paid' | 'sick', context: ToolContext): Promise<unknown> {
    if (year === 0) return await findMcpCall(context)?.elicit({ message: 'Which?', requestedSchema: FORM });
    return { year, kind, user: context.app ?? null };
  }
  @resource('handbook://logo')
  logo(): Uint8Array {
    return PNG;
  }
  @resource('ui://handbook/view', { mimeType: 'text/html;profile=mcp-app' })
  view(): string {
    return '<!doctype html>';
  }
  @resource('handbook://broken')
  broken(): string {
    throw new Error('out of paper');
  }
  @tool({ meta: { ui: { resourceUri: 'ui://handbook/view' } } })
  show(): string {
    return 'shown';
  }
}

const FORM = { type: 'object', properties: {} };
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

const NONE: ObjectSchema = { type: 'object', properties: {}, additionalProperties: false };
const source = { file: 'src/handbook.ts', line: 1 };
const base = { target: () => Handbook, call: { parameters: [] } };

function described(
  member: string,
  uri: string,
  spec: Partial<ManifestResource['spec']> = {},
  parameters: readonly (string | null)[] = [],
): ManifestResource {
  const annotations = { title: `The ${member}` };
  const all = {
    name: member,
    uri,
    description: `Gives ${member}.`,
    parameters: NONE,
    annotations,
    source,
    ...spec,
  };
  return { ...base, member, call: { parameters }, spec: all };
}

const slug: ObjectSchema = {
  ...NONE,
  properties: { slug: { type: 'string', maxLength: 20 } },
  required: ['slug'],
};
const year: ObjectSchema = {
  ...NONE,
  properties: { year: { type: 'integer' }, kind: { enum: ['paid', 'sick'] } },
  required: ['year', 'kind'],
};
const show: ManifestTool = {
  ...base,
  member: 'show',
  spec: {
    name: 'show',
    description: 'Shows the handbook.',
    parameters: NONE,
    annotations: { meta: { ui: { resourceUri: 'ui://handbook/view' } } },
    source,
  },
};

/** The manifest as codegen writes it, and an object of the class. */
export function createHandbook() {
  const html = 'text/html;profile=mcp-app';
  const resources = [
    described('page', 'handbook://pages/{slug}', { mimeType: 'text/markdown', parameters: slug }, ['slug']),
    described('list', 'handbook://pages', { annotations: { audience: ['user'], priority: 1 } }),
    described('year', 'handbook://years/{year}/{kind}', { parameters: year }, ['year', 'kind', null]),
    described('logo', 'handbook://logo'),
    described('view', 'ui://handbook/view', {
      mimeType: html,
      annotations: { meta: { ui: { border: true } } },
    }),
    described('broken', 'handbook://broken', { description: '' }),
  ];
  const handbook = new Handbook();
  const registry = new ToolRegistry({ version: 1, tools: [show], resources });
  registry.registerFrom(handbook);
  return { handbook, registry };
}
