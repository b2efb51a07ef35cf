import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { describeUnknown, type JsonObject, type ResourceSpec } from '@toolwright/contract';
import { readUriTemplate, type UriTemplate } from '@toolwright/json-schema';
import type { ServedTools } from './served-tools.js';

/** The resources as clients see them. The table is rebuilt after each change. */
export class ResourceTable {
  readonly #tools: ServedTools;
  #specs: readonly ResourceSpec[] | undefined;
  #entries: readonly ResourceEntry[] = [];

  constructor(tools: ServedTools) {
    this.#tools = tools;
  }

  get isEmpty(): boolean {
    return this.#refreshed().length === 0;
  }

  /** @param kind `uri` for plain URIs, `uriTemplate` for templates */
  list(kind: 'uri' | 'uriTemplate'): JsonObject[] {
    return this.#of(kind).map(({ spec }) => ({ [kind]: spec.uri, ...detailsOf(spec) }));
  }

  /** @throws ProtocolError for an unknown URI */
  assertKnown(uri: string): void {
    const entries = this.#refreshed();
    if (entries.some(({ template }) => template?.match(uri) !== undefined)) return;
    const { message } = describeUnknown(
      'Resource',
      uri,
      entries.map(({ spec }) => spec.uri),
    );
    throw new ResourceNotFoundError(uri, message);
  }

  findTemplate(text: string): ResourceSpec | undefined {
    return this.#of('uriTemplate').find(({ spec }) => spec.uri === text)?.spec;
  }

  #of(kind: 'uri' | 'uriTemplate'): ResourceEntry[] {
    const isTemplate = kind === 'uriTemplate';
    return this.#refreshed().filter(({ template }) => (template?.variables.length ?? 0) > 0 === isTemplate);
  }

  #refreshed(): readonly ResourceEntry[] {
    const specs = this.#tools.listResources?.() ?? NONE;
    if (specs === this.#specs) return this.#entries;
    this.#entries = specs.map((spec) => ({ spec, template: readUriTemplate(spec.uri).template }));
    this.#specs = specs;
    return this.#entries;
  }
}

interface ResourceEntry {
  readonly spec: ResourceSpec;
  /** Undefined for an invalid URI, which can only come from the registry of another library. */
  readonly template: UriTemplate | undefined;
}

const NONE: readonly ResourceSpec[] = [];

function detailsOf({ name, description, mimeType, annotations }: ResourceSpec): JsonObject {
  const { title, audience, priority, meta } = annotations;
  const hints = { ...(audience && { audience }), ...(priority !== undefined && { priority }) };
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === '' ? {} : { description }),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(Object.keys(hints).length === 0 ? {} : { annotations: hints }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}
