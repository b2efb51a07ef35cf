import type { Shape } from '@toolwright/contract';
import { shapesOverlap } from '@toolwright/json-schema';
import { childrenOf, getDefinition } from '../ir/definitions.js';
import type { Definitions, ObjectNode, TypeNode, UnionNode } from '../ir/type-node.js';
import { resolveNode, unionMembers } from '../ir/union-members.js';
import { CodecPlanner } from './codec-plan.js';
import { codecShape, travelsAsPairs } from './codec-shape.js';
import { branchesOverlap, sameContainer } from './compare-branches.js';
import { mapFormsCollide } from './map-forms.js';
import { takesJsonOf, textForms, textNames } from './text-forms.js';
import { typeText } from './type-text.js';
import { SHAPE_DEPTH, type UnionBranch, unionBranches } from './union-branches.js';

/** Two union members that cannot be told apart: by their JSON when decoding, or by their objects when encoding. */
export interface CodecAmbiguity {
  /** The path from the type to the union: `until`, `visits[].at`; empty if the type itself is the union. */
  readonly path: string;
  readonly members: readonly [string, string];
  /** The union has too many members to compare, so these two may in fact be distinguishable. */
  readonly isUndecided?: true;
  /** One member is an instance of a user's class, whose `toJSON` can be changed. */
  readonly ofClass?: true;
  /** The built-in object inside one of the members that causes the ambiguity. */
  readonly cause?: { readonly path: string; readonly name: string } | undefined;
}

/** Finds the ambiguous unions in a type, each with the first two members that collide. */
export function findCodecAmbiguities(node: TypeNode, definitions: Definitions): readonly CodecAmbiguity[] {
  return new AmbiguityFinder(definitions).find(node);
}

/** A union in which another member accepts the JSON of built-in objects unchanged. */
export interface TextPart {
  /** The path from the type to the union. */
  readonly path: string;
  /** The TypeScript names of the members with built-in objects. */
  readonly names: readonly string[];
  readonly isText: boolean;
}

type Collision = Omit<CodecAmbiguity, 'path'>;

/** Maximum number of type pairs to compare for one union; comparing them takes about a second. Handwritten unions need a few hundred. */
const MAX_COMPARISONS = 20_000;

/** The combined bits of a `Map` in object form and another in pair form. */
const BOTH_FORMS = 3;

interface Part {
  readonly node: TypeNode;
  readonly path: string;
}

/** Finds ambiguous unions. Compares each pair of types once, so all types that share definitions should share a finder. */
export class AmbiguityFinder {
  readonly #definitions: Definitions;
  readonly #planner: CodecPlanner;
  /** Definitions that contain no union that {@link find} reports. */
  readonly #clean = new Set<string>();
  readonly #plans = new Map<TypeNode, string>();
  readonly #collisions = new Map<TypeNode, Collision | undefined>();
  readonly #numbers = new Map<TypeNode, number>();
  readonly #differences = new Map<string, boolean>();
  readonly #shapes = new Map<string, Shape>();
  readonly #maps = new Map<string, number>();
  readonly #read = new Map<TypeNode, readonly TypeNode[]>();
  readonly #reaches = (node: TypeNode): boolean => this.#planner.reaches(node);
  /** The number of comparisons left for the current union. */
  #comparisons = 0;

  constructor(definitions: Definitions, planner = new CodecPlanner(definitions)) {
    this.#definitions = definitions;
    this.#planner = planner;
  }

  /**
   * Uses a list instead of recursion, because chains of types may be long.
   * @param onText Called for each union with a built-in object whose JSON another member accepts unchanged.
   */
  find(root: TypeNode, onText?: (part: TextPart) => void): readonly CodecAmbiguity[] {
    const found: CodecAmbiguity[] = [];
    let hasTexts = false;
    const seen = new Set<string>();
    const open: Part[] = [{ node: root, path: '' }];
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      const { node, path } = part;
      if (node.kind === 'union') {
        const collision = this.#collisionOf(node);
        if (collision !== undefined) found.push({ path, ...collision });
        const texts = this.#planner.reaches(node)
          ? textNames(node, this.#definitions, this.#reaches)
          : undefined;
        if (texts && texts.names.length > 0) {
          onText?.({ path, ...texts });
          hasTexts = true;
        }
      }
      open.push(...this.#partsOf(part, seen).reverse());
    }
    if (found.length === 0 && !hasTexts) for (const id of seen) this.#clean.add(id);
    return found;
  }

  #partsOf({ node, path }: Part, seen: Set<string>): Part[] {
    if (node.kind === 'ref') {
      if (seen.has(node.id) || this.#clean.has(node.id)) return [];
      seen.add(node.id);
      return [{ node: getDefinition(this.#definitions, node.id).node, path }];
    }
    const inside = node.kind === 'union' || node.kind === 'class' ? path : `${path}[]`;
    const members = node.kind === 'object' ? node.properties : [];
    const others = childrenOf(node.kind === 'object' ? { ...node, properties: [] } : node);
    return [
      ...members.map(({ name, type }) => ({ node: type, path: path === '' ? name : `${path}.${name}` })),
      ...others.map((child) => ({ node: child, path: inside })),
    ];
  }

  #collisionOf(union: UnionNode): Collision | undefined {
    if (!this.#collisions.has(union)) this.#collisions.set(union, this.#firstCollision(union));
    return this.#collisions.get(union);
  }

  #firstCollision(union: UnionNode): Collision | undefined {
    if (!this.#planner.reaches(union)) return undefined;
    const branches = unionBranches(union, this.#definitions);
    const separate = new Set(unionMembers(union, this.#definitions));
    for (const { node } of branches) {
      if (node.kind !== 'class' || separate.has(node) || node.json.kind !== 'union') continue;
      // The argument of `fromJSON` must be unambiguous, because it has to be what the instance's `toJSON` returned.
      const { isText } = textNames(node.json, this.#definitions, this.#reaches);
      if (!isText || this.#collisionOf(node.json) !== undefined) {
        return { members: [node.name, node.name], ofClass: true };
      }
    }
    const texts = textForms(
      branches.map(({ node }) => node),
      this.#definitions,
      this.#reaches,
    );
    this.#comparisons = MAX_COMPARISONS;
    for (const [index, one] of branches.entries()) {
      if (one.isApart) continue;
      // Earlier branches have already been compared with this one.
      const others = branches.filter((other, at) => at > index || other.isApart);
      const other = others.find(
        (candidate) => !this.#isText(one, candidate, texts) && this.#collide(one, candidate),
      );
      if (other === undefined) continue;
      const members = [
        typeText(one.node, this.#definitions),
        typeText(other.node, this.#definitions),
      ] as const;
      if (this.#comparisons <= 0) return { members, isUndecided: true };
      if (this.#isClass(one.node) || this.#isClass(other.node)) return { members, ofClass: true };
      const cause = this.#findCause(one.node) ?? this.#findCause(other.node);
      return cause === undefined ? { members } : { members, cause };
    }
    return undefined;
  }

  /** Whether the JSON of both members is passed through unchanged: in `Date | URL | string`, all members are strings. */
  #isText({ node: one }: UnionBranch, { node: other }: UnionBranch, texts: ReadonlySet<TypeNode>): boolean {
    if (!texts.has(one) && !texts.has(other)) return false;
    if (texts.has(one) && texts.has(other)) return true;
    const takes = (a: TypeNode, b: TypeNode): boolean => takesJsonOf(a, b, this.#definitions, this.#reaches);
    return takes(one, other) || takes(other, one);
  }

  #collide(one: UnionBranch, other: UnionBranch): boolean {
    if (this.#planText(one.node) === this.#planText(other.node)) return false;
    this.#comparisons -= 1;
    if (branchesOverlap(one.shape, other.shape) && this.#differ(one.node, other.node, SHAPE_DEPTH))
      return true;
    const [a, b] = [this.#mapForms(one.node, SHAPE_DEPTH), this.#mapForms(other.node, SHAPE_DEPTH)];
    if (a === 0 || b === 0 || (a | b) < BOTH_FORMS) return this.#comparisons <= 0;
    return mapFormsCollide(one.node, other.node, this.#definitions, SHAPE_DEPTH);
  }

  /** Whether JSON that fits both types may become different values. At depth 0, overlapping shapes suffice. */
  #differ(one: TypeNode, other: TypeNode, depth: number): boolean {
    const [a, b] = [this.#numberOf(one), this.#numberOf(other)];
    const key = `${Math.min(a, b)} ${Math.max(a, b)} ${depth}`;
    const known = this.#differences.get(key);
    if (known !== undefined) return known;
    const [first, second] = [one, other].map((node) => this.#readMembers(node));
    const differ = (first ?? []).some((x) => (second ?? []).some((y) => this.#membersDiffer(x, y, depth)));
    if (this.#comparisons > 0) this.#differences.set(key, differ);
    return differ;
  }

  /** Returns the members of a type to which JSON can be decoded: for `Date | string`, only `string`. */
  #readMembers(node: TypeNode): readonly TypeNode[] {
    const known = this.#read.get(node);
    if (known !== undefined) return known;
    const members = unionMembers(node, this.#definitions);
    const texts = textForms(members, this.#definitions, this.#reaches);
    const read = texts.size === 0 ? members : members.filter((member) => !texts.has(member));
    this.#read.set(node, read);
    return read;
  }

  #membersDiffer(one: TypeNode, other: TypeNode, depth: number): boolean {
    if (this.#planText(one) === this.#planText(other)) return false;
    this.#comparisons -= 1;
    if (this.#comparisons <= 0) return true;
    if (!shapesOverlap(this.#shapeOf(one, depth), this.#shapeOf(other, depth))) return false;
    if (depth <= 0) return true;
    const [a, b] = [resolveNode(one, this.#definitions), resolveNode(other, this.#definitions)];
    if (a.kind === 'object' && b.kind === 'object') return this.#objectsDiffer(a, b, depth - 1);
    const items = sameContainer(a, b);
    return items === undefined || items.some(([x, y]) => this.#differ(x, y, depth - 1));
  }

  #objectsDiffer(one: ObjectNode, other: ObjectNode, depth: number): boolean {
    if (one.patterns ?? other.patterns) return true;
    const [first, second] = [one, other].map(
      ({ properties }) => new Map(properties.map(({ name, type }) => [name, type])),
    );
    const names = new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])]);
    const pairs = [...names].map(
      (name) => [first?.get(name) ?? one.additional, second?.get(name) ?? other.additional] as const,
    );
    pairs.push([one.additional, other.additional]);
    return pairs.some(([a, b]) => a !== undefined && b !== undefined && this.#differ(a, b, depth));
  }

  #shapeOf(node: TypeNode, depth: number): Shape {
    const key = `${this.#numberOf(node)} ${depth}`;
    const shape = this.#shapes.get(key) ?? codecShape(node, this.#definitions, depth);
    this.#shapes.set(key, shape);
    return shape;
  }

  /** Returns, as bits, the JSON forms of each `Map` in the parts that are examined at run time. */
  #mapForms(node: TypeNode, depth: number): number {
    const resolved = resolveNode(node, this.#definitions);
    const own =
      resolved.kind === 'codec' && resolved.codec === 'map' ? (travelsAsPairs(resolved) ? 2 : 1) : 0;
    if (depth < 0) return own;
    const key = `${this.#numberOf(resolved)} ${depth}`;
    const known = this.#maps.get(key);
    if (known !== undefined) return known;
    const isUnion = resolved.kind === 'union';
    const parts = isUnion ? unionMembers(resolved, this.#definitions) : childrenOf(resolved);
    const forms = parts.reduce((bits, part) => bits | this.#mapForms(part, isUnion ? depth : depth - 1), own);
    this.#maps.set(key, forms);
    return forms;
  }

  /** Gives all references to one definition the same number. */
  #numberOf(node: TypeNode): number {
    const target = node.kind === 'ref' ? getDefinition(this.#definitions, node.id).node : node;
    const number = this.#numbers.get(target) ?? this.#numbers.size;
    this.#numbers.set(target, number);
    return number;
  }

  /** Finds the first built-in object inside a member; undefined if the member itself is one. */
  #findCause(member: TypeNode): CodecAmbiguity['cause'] {
    const seen = new Set<TypeNode>();
    // Nested parts are appended, so nearer ones come first.
    const parts: Part[] = [{ node: member, path: '' }];
    for (const { node, path } of parts) {
      const target = resolveNode(node, this.#definitions);
      if (target.kind === 'codec' && /\w/.test(path))
        return { path, name: typeText(target, this.#definitions) };
      if (seen.has(target) || !this.#reaches(target)) continue;
      seen.add(target);
      parts.push(...this.#partsOf({ node: target, path }, new Set()));
    }
    return undefined;
  }

  #isClass(node: TypeNode): boolean {
    return resolveNode(node, this.#definitions).kind === 'class';
  }

  #planText(node: TypeNode): string {
    const known = this.#plans.get(node);
    if (known !== undefined) return known;
    const plan = this.#planner.plan(node);
    const text = plan === undefined ? '' : JSON.stringify(plan);
    this.#plans.set(node, text);
    return text;
  }
}
