import type { ManifestResource, ObjectSchema } from '@toolwright/contract';
import { resource, ToolRegistry } from '@toolwright/tools';
import type { ServedTools } from '../server/served-tools.js';

type Resources = Required<Pick<ServedTools, 'listResources' | 'readResource' | 'onResourceChange'>>;

/** The resources that the conformance suite expects. @param png an image in base64 */
export function createConformanceResources(png: string): Resources {
  const text = (): string => 'This is the content of the static text resource.';
  const template = (id: string) => ({ id, templateTest: true, data: id });
  const bytes = (): Uint8Array => Buffer.from(png, 'base64');
  const watched = (): string => 'watched';
  const id: ObjectSchema = { ...NONE, properties: { id: { type: 'string' } }, required: ['id'] };
  const resources = [
    described('test://static-text', text),
    described('test://static-binary', bytes),
    described('test://watched-resource', watched),
    described('test://template/{id}/data', template, id),
  ];
  const registry = new ToolRegistry({ version: 1, tools: [], resources });
  for (const fn of [text, bytes, watched, template]) registry.register(fn);
  return {
    listResources: () => registry.listResources(),
    readResource: (uri, execution) => registry.readResource(uri, execution),
    onResourceChange: (listener) => registry.onResourceChange(listener),
  };
}

const NONE: ObjectSchema = { type: 'object', properties: {}, additionalProperties: false };

/** An entry of a manifest as codegen writes it. */
function described(
  uri: string,
  fn: (...args: never[]) => unknown,
  parameters: ObjectSchema = NONE,
): ManifestResource {
  const target = resource(uri, fn);
  return {
    target: () => target,
    call: { parameters: Object.keys(parameters.properties) },
    spec: {
      name: uri,
      uri,
      description: `Gives ${uri}.`,
      parameters,
      annotations: {},
      source: { file: 'server-resources.ts', line: 1 },
    },
  };
}
