import { describeUnknown, type ResourceSpec, ToolwrightError } from '@toolwright/contract';
import type { BoundResource } from './bound-resource.js';

/** A resource and the values of its template's variables. */
export interface FoundResource {
  readonly resource: BoundResource;
  readonly variables: Readonly<Record<string, string>>;
}

/** Called with the URI of a changed resource, or with undefined when the list changed. */
export type ResourceListener = (uri: string | undefined) => void;

/** The resources of a registry by URI, in order of registration. */
export class ResourceTable {
  /** The resources by the shape of their template. Templates with the same shape match the same URIs. */
  readonly #resources = new Map<string, BoundResource>();
  readonly #listeners = new Set<ResourceListener>();
  #specs: readonly ResourceSpec[] | undefined;

  /** Checks that all resources can be added. @throws ToolwrightError `DUPLICATE_RESOURCE` if one of them cannot */
  check(resources: readonly BoundResource[]): void {
    const added = new Map<string, BoundResource>();
    for (const resource of resources) {
      const { shape } = resource.template;
      const earlier = this.#resources.get(shape) ?? added.get(shape);
      if (earlier !== undefined) throw duplicate(earlier, resource);
      added.set(shape, resource);
    }
  }

  add(resources: readonly BoundResource[]): void {
    for (const resource of resources) this.#resources.set(resource.template.shape, resource);
    if (resources.length === 0) return;
    this.#specs = undefined;
    this.changed(undefined);
  }

  /** Returns the same array until a resource is added. */
  specs(): readonly ResourceSpec[] {
    this.#specs ??= Object.freeze(Array.from(this.#resources.values(), ({ spec }) => spec));
    return this.#specs;
  }

  /**
   * Finds a resource. A plain URI takes precedence over templates. If several templates match, the first is used.
   * @throws ToolwrightError `UNKNOWN_RESOURCE` with the available URIs
   */
  get(uri: string): FoundResource {
    // JavaScript callers can pass any value.
    if (typeof uri !== 'string') throw unknownResource(String(uri), [...this.#resources.values()]);
    const exact = this.#resources.get(uri);
    if (exact?.template.variables.length === 0) return { resource: exact, variables: {} };
    for (const resource of this.#resources.values()) {
      const variables = resource.template.match(uri);
      if (variables !== undefined) return { resource, variables };
    }
    throw unknownResource(uri, [...this.#resources.values()]);
  }

  onChange(listener: ResourceListener): () => void {
    // Wrapped in a new function, so that a listener that was added twice can be removed once.
    const added: ResourceListener = (uri) => listener(uri);
    this.#listeners.add(added);
    return () => {
      this.#listeners.delete(added);
    };
  }

  changed(uri: string | undefined): void {
    for (const listener of [...this.#listeners]) listener(uri);
  }
}

function unknownResource(uri: string, resources: readonly BoundResource[]): ToolwrightError {
  const { message } = describeUnknown(
    'Resource',
    uri,
    resources.map(({ spec }) => spec.uri),
  );
  return new ToolwrightError('UNKNOWN_RESOURCE', message, { blame: 'model' });
}

function duplicate(earlier: BoundResource, later: BoundResource): ToolwrightError {
  const hint = 'Change one of the URIs, or register one of the objects with { resources: false }.';
  return new ToolwrightError(
    'DUPLICATE_RESOURCE',
    `Two resources have the URI '${later.spec.uri}': ${earlier.reader.origin} and ${later.reader.origin}. ${hint}`,
    { blame: 'developer', hint },
  );
}
