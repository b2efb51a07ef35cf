import { isRecord } from '@toolwright/contract';
import { pointerSegments } from '@toolwright/json';
import { type ChildSchema, childSchemas } from '@toolwright/json-schema';
import type { Raw } from './keywords.js';

/** The target of a reference; undefined if it cannot be resolved. */
export type Target = Raw | boolean | undefined;

/** A server's schema with an index of its subschemas, identifiers and references. Each subschema is visited once. */
export class SchemaDocument {
  readonly root: Raw;
  /** The draft of JSON Schema: 3 to 7, 8 for 2019-09, and 9 for 2020-12. */
  readonly draft: number;
  /** Whether any subschema uses these keywords. */
  readonly uses = { if: false, unevaluated: false };
  readonly #places = new Map<Raw, Place>();
  readonly #resources = new Map<string, Raw>();
  readonly #anchors = new Map<string, Raw>();
  /** The subschemas with `$dynamicAnchor`, by anchor name and by the URI of the containing resource. */
  readonly #dynamic = new Map<string, Map<string, Raw>>();
  readonly #targets = new Map<Raw, Target>();
  readonly #names = new Map<Raw, string>();
  readonly #taken = new Map<string, number>();

  /** @throws RangeError for a schema with too many subschemas */
  constructor(root: Raw) {
    this.root = root;
    this.draft = draftOf(root.$schema);
    this.#resources.set(ROOT, root);
    this.#visit(root, { base: ROOT, name: 'root' });
    // This loop adds subschemas that can only be reached through references.
    for (const [node, place] of this.#places) this.#follow(node, place);
  }

  /** Returns the target of a subschema's reference. */
  targetOf(node: Raw): Target {
    return this.#targets.get(node);
  }

  /** Returns the name of a referenced subschema; undefined for other subschemas. */
  nameOf(node: Raw): string | undefined {
    return this.#names.get(node);
  }

  #visit(start: Raw, place: Place): void {
    const open: [Raw, Place][] = [[start, place]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [node, above] = next;
      if (this.#places.has(node)) {
        // An object that occurs more than once becomes a shared definition.
        this.#name(node);
        continue;
      }
      if (this.#places.size >= MAX_PARTS) throw new RangeError(`It has more than ${MAX_PARTS} parts.`);
      const base = this.#identify(node, above.base);
      this.#places.set(node, { base, name: above.name });
      this.uses.if ||= node.if !== undefined;
      this.uses.unevaluated ||= (node.unevaluatedProperties ?? node.unevaluatedItems) !== undefined;
      for (const { schema, name } of childrenOf(node))
        open.push([schema, { base, name: name ?? above.name }]);
    }
  }

  /** Records the identifiers of a subschema. Returns the URI of the resource that contains it. */
  #identify(node: Raw, above: string): string {
    const id = node.$id ?? (this.draft <= 4 ? node.id : undefined);
    const [uri = '', fragment = ''] = typeof id === 'string' ? split(id) : [];
    const base = resolveUri(uri, above) ?? above;
    if (base !== above && !this.#resources.has(base)) this.#resources.set(base, node);
    for (const anchor of [fragment, node.$anchor, node.$dynamicAnchor]) {
      const key = `${base}#${anchor}`;
      if (typeof anchor === 'string' && anchor !== '' && !this.#anchors.has(key))
        this.#anchors.set(key, node);
    }
    if (typeof node.$dynamicAnchor === 'string') this.#addDynamic(node.$dynamicAnchor, base, node);
    if (node.$recursiveAnchor === true) this.#addDynamic('', base, node);
    return base;
  }

  #addDynamic(name: string, base: string, node: Raw): void {
    const nodes = this.#dynamic.get(name) ?? new Map<string, Raw>();
    this.#dynamic.set(name, nodes);
    if (!nodes.has(base)) nodes.set(base, node);
  }

  #follow(node: Raw, { base }: Place): void {
    const { $ref, $dynamicRef, $recursiveRef } = node;
    const reference = [$ref, $dynamicRef, $recursiveRef].find((one) => typeof one === 'string');
    if (typeof reference !== 'string') return;
    const target = this.#resolve(reference, base);
    const isPlain = reference === $ref || !isRecord(target);
    const found = isPlain ? target : this.#resolveDynamic(reference, target);
    this.#targets.set(node, found);
    if (isRecord(found)) this.#name(found);
  }

  #resolve(reference: string, base: string): Target {
    const [uri, fragment] = split(reference);
    const resource = resolveUri(uri, base);
    const root = resource === undefined ? undefined : this.#resources.get(resource);
    if (resource === undefined || root === undefined) return undefined;
    if (fragment === '') return root;
    return fragment.startsWith('/')
      ? this.#walk(root, fragment, resource)
      : this.#anchors.get(`${resource}#${decode(fragment)}`);
  }

  #walk(root: Raw, pointer: string, resource: string): Target {
    let place: Place = { base: resource, name: 'schema' };
    let value: unknown = root;
    for (const segment of pointerSegments(`#${pointer}`)) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
      value = Reflect.get(value, segment);
      const known = isRecord(value) ? this.#places.get(value) : undefined;
      place = known ?? { base: place.base, name: /^\d+$/.test(segment) ? place.name : segment };
    }
    if (typeof value === 'boolean') return value;
    if (!isRecord(value)) return undefined;
    if (!this.#places.has(value)) this.#visit(value, place);
    return value;
  }

  /**
   * Resolves a dynamic reference. Returns undefined if its target depends on the evaluation path. On every path, the document itself is the
   * outermost resource.
   */
  #resolveDynamic(reference: string, target: Raw): Target {
    const name = split(reference)[1];
    const isDynamic = name === '' ? target.$recursiveAnchor === true : target.$dynamicAnchor === decode(name);
    const nodes = this.#dynamic.get(decode(name));
    if (!isDynamic || nodes === undefined) return target;
    const outermost = nodes.get(this.#places.get(this.root)?.base ?? ROOT);
    return outermost ?? (nodes.size === 1 ? target : undefined);
  }

  #name(node: Raw): void {
    if (this.#names.has(node)) return;
    const plain = (this.#places.get(node)?.name ?? 'schema').replaceAll(/[^\w.-]/g, '_').slice(0, 40);
    const name = plain === '' || plain in Object.prototype ? `schema_${plain}` : plain;
    let count = this.#taken.get(name) ?? 0;
    let free = name;
    while (this.#taken.has(free)) {
      count += 1;
      free = `${name}_${count + 1}`;
    }
    this.#taken.set(name, count).set(free, free === name ? 0 : (this.#taken.get(free) ?? 0));
    this.#names.set(node, free);
  }
}

interface Place {
  /** The URI of the resource that contains the subschema. */
  readonly base: string;
  /** The last property name on the path to the subschema. */
  readonly name: string;
}

const ROOT = 'toolwright:///';
/** The maximum number of subschemas, because each takes time to compile. No useful schema has more. */
const MAX_PARTS = 20_000;

/** Returns the subschemas of a schema of any draft. In draft 3, `type` can also contain subschemas. */
function childrenOf(node: Raw): readonly ChildSchema[] {
  return childSchemas({
    ...node,
    ...(Array.isArray(node.type) && { extends: [node.extends, node.type].flat() }),
  });
}

function draftOf($schema: unknown): number {
  const [, number, year] = /draft-0?([3-7])\b|\/(2019-09)\//.exec(String($schema)) ?? [];
  return number === undefined ? (year === undefined ? 9 : 8) : Number(number);
}

function split(reference: string): [uri: string, fragment: string] {
  const hash = reference.indexOf('#');
  return hash < 0 ? [reference, ''] : [reference.slice(0, hash), reference.slice(hash + 1)];
}

function resolveUri(uri: string, base: string): string | undefined {
  if (uri === '') return base;
  return URL.canParse(uri, base) ? new URL(uri, base).href : undefined;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // A `%` is not followed by a valid escape: use the text unchanged.
    return fragment;
  }
}
