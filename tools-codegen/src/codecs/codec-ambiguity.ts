import type { JsonPrimitive, Shape } from '@toolwright/contract';
import { areTagged, builtIns, compileCodec, getBuiltIn, shapesOverlap } from '@toolwright/schema';
import { childrenOf, getDefinition } from '../ir/definitions.js';
import type { Definitions, ObjectNode, TypeNode } from '../ir/type-node.js';
import { resolveNode, unionMembers } from '../ir/union-members.js';
import { branchShape, CodecPlanner, SHAPE_DEPTH } from './codec-plan.js';
import { codecShape, travelsAsPairs } from './codec-shape.js';
import { joinClasses } from './join-classes.js';
import { mapFormsCollide } from './map-forms.js';

/** Two members of a union whose JSON looks alike although it must become different objects, or whose objects look alike in memory. */
export interface CodecAmbiguity {
  /** From the type to the union: `until`, `visits[].at`; empty if the type itself is the union. */
  readonly path: string;
  /** Their names in TypeScript. */
  readonly members: readonly [string, string];
}

/** All unions in a type that cannot be decoded, each with the first two members that collide. */
export function findCodecAmbiguities(node: TypeNode, definitions: Definitions): readonly CodecAmbiguity[] {
  const finder = new AmbiguityFinder(definitions);
  finder.visit(node, '');
  return finder.found;
}

interface Part {
  readonly node: TypeNode;
  readonly path: string;
}

class AmbiguityFinder {
  readonly found: CodecAmbiguity[] = [];
  readonly #definitions: Definitions;
  readonly #planner: CodecPlanner;
  readonly #seen = new Set<string>();
  readonly #plans = new Map<TypeNode, string>();

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
    this.#planner = new CodecPlanner(definitions);
  }

  /** Parts wait in a list and not on the stack: chains of types may be long. */
  visit(root: TypeNode, start: string): void {
    const open: Part[] = [{ node: root, path: start }];
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      const { node, path } = part;
      if (node.kind === 'union') {
        const pair = this.#firstCollision(node);
        if (pair !== undefined) this.found.push({ path, members: pair });
      }
      open.push(...this.#partsOf(part).reverse());
    }
  }

  #partsOf({ node, path }: Part): Part[] {
    if (node.kind === 'ref') {
      if (this.#seen.has(node.id)) return [];
      this.#seen.add(node.id);
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

  #firstCollision(union: Extract<TypeNode, { kind: 'union' }>): readonly [string, string] | undefined {
    const separate = unionMembers(union, this.#definitions);
    const nodes = joinClasses(separate, this.#definitions);
    for (const node of nodes) {
      if (separate.includes(node) || node.kind !== 'class' || node.json.kind !== 'union') continue;
      if (this.#firstCollision(node.json) !== undefined) return [node.name, node.name];
    }
    if (nodes.every((node) => this.#planText(node) === '')) return undefined;
    const shapes = nodes.map((node) => branchShape(node, union, this.#definitions));
    if (areTagged(shapes)) return undefined;
    const members = nodes.map((node, index) => ({
      node,
      plan: this.#planText(node),
      shape: shapes[index] ?? {},
    }));
    for (const [index, one] of members.entries()) {
      const other = members
        .slice(index + 1)
        .find(
          (candidate) =>
            candidate.plan !== one.plan &&
            ((branchesOverlap(one.shape, candidate.shape) &&
              this.#differ(one.node, candidate.node, SHAPE_DEPTH)) ||
              mapFormsCollide(one.node, candidate.node, this.#definitions, SHAPE_DEPTH)),
        );
      if (other !== undefined) return [this.#describe(one.node), this.#describe(other.node)];
    }
    return undefined;
  }

  /** Whether JSON that fits both types may become different values. At depth 0 the answer is yes. */
  #differ(one: TypeNode, other: TypeNode, depth: number): boolean {
    const [first, second] = [one, other].map((node) => unionMembers(node, this.#definitions));
    return (first ?? []).some((a) => (second ?? []).some((b) => this.#membersDiffer(a, b, depth)));
  }

  #membersDiffer(one: TypeNode, other: TypeNode, depth: number): boolean {
    if (this.#planText(one) === this.#planText(other)) return false;
    const shapeOf = (node: TypeNode): Shape => codecShape(node, this.#definitions, depth);
    if (!shapesOverlap(shapeOf(one), shapeOf(other))) return false;
    if (depth <= 0) return true;
    const [a, b] = [resolveNode(one, this.#definitions), resolveNode(other, this.#definitions)];
    if (a.kind === 'object' && b.kind === 'object') return this.#objectsDiffer(a, b, depth - 1);
    const items = sameContainer(a, b);
    return items === undefined || items.some(([x, y]) => this.#differ(x, y, depth - 1));
  }

  #objectsDiffer(one: ObjectNode, other: ObjectNode, depth: number): boolean {
    if (one.patterns ?? other.patterns) return true;
    const names = new Set([...one.properties, ...other.properties].map(({ name }) => name));
    const pairs = [...names].map((name) => [memberOf(one, name), memberOf(other, name)] as const);
    pairs.push([one.additional, other.additional]);
    return pairs.some(([a, b]) => a !== undefined && b !== undefined && this.#differ(a, b, depth));
  }

  #describe(node: TypeNode): string {
    if (node.kind === 'ref') return getDefinition(this.#definitions, node.id).name;
    if (node.kind === 'class') return node.name;
    if (node.kind === 'codec') return builtIns[node.codec].typeNames[0];
    if (node.kind === 'literal') return JSON.stringify(node.value);
    if (node.kind === 'enum') return node.values.map((value) => JSON.stringify(value)).join(' | ');
    return node.kind;
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

function memberOf({ properties, additional }: ObjectNode, name: string): TypeNode | undefined {
  return properties.find((property) => property.name === name)?.type ?? additional;
}

/** The parts to compare of two containers of the same kind; undefined for other types, which always differ. */
function sameContainer(
  one: TypeNode,
  other: TypeNode,
): readonly (readonly [TypeNode, TypeNode])[] | undefined {
  const anything: TypeNode = { kind: 'unknown' };
  if (one.kind === 'array' && other.kind === 'array') return [[one.items, other.items]];
  if (one.kind === 'tuple' && other.kind === 'tuple') {
    const length = Math.max(one.elements.length, other.elements.length) + 1;
    return Array.from(
      { length },
      (_, index) =>
        [one.elements[index]?.type ?? one.rest, other.elements[index]?.type ?? other.rest] as const,
    ).flatMap(([a, b]) => (a === undefined || b === undefined ? [] : [[a, b] as const]));
  }
  if (one.kind !== 'codec' || other.kind !== 'codec' || one.codec !== other.codec) return undefined;
  if (travelsAsPairs(one) !== travelsAsPairs(other)) return undefined;
  return builtIns[one.codec].parts?.map((part) => [one[part] ?? anything, other[part] ?? anything]);
}

/** Whether one JSON value may have the shapes of both members of a union. Run time tests literals first. */
function branchesOverlap(one: Shape, other: Shape): boolean {
  const [literal, codec] = one.values === undefined ? [other, one] : [one, other];
  if (literal.values === undefined || codec.codec === undefined) return shapesOverlap(one, other);
  return literal.values.some((value) => codec.codec !== undefined && decodes(codec.codec, value));
}

function decodes(codec: string, literal: JsonPrimitive): boolean {
  if (getBuiltIn(codec).parts !== undefined) return false;
  try {
    compileCodec({ kind: codec }).decode(literal);
    return true;
  } catch {
    // What the codec refuses can only be meant as the literal.
    return false;
  }
}
