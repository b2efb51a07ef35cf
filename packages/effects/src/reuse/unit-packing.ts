import type { ts } from 'ts-morph';
import type { Fact } from '../graph/code-graph.js';
import type { KeptFact, KeptNode, KeptUnit } from './kept-units.js';
import type { NodeNumbers } from './node-numbers.js';

export interface PackedUnit {
  readonly facts: readonly Fact[];
  /** Calls whose effect is cancelled by a tag. */
  readonly covered: readonly ts.Node[];
}

/** Converts nodes to numbers and back. Returns undefined if a node is not found. */
export interface UnitPacking {
  /** @param files The index of each file; the unit's new files are added. */
  pack(unit: PackedUnit, files: Map<string, number>): KeptUnit | undefined;
  unpack(unit: KeptUnit, files: readonly string[]): PackedUnit | undefined;
}

export function createUnitPacking(
  { numberOf, nodeAt }: NodeNumbers,
  sourceOf: (file: string) => ts.SourceFile | undefined,
): UnitPacking {
  const packNode = (node: ts.Node, files: Map<string, number>): KeptNode | undefined => {
    const { fileName } = node.getSourceFile();
    const index = files.get(fileName) ?? files.size;
    files.set(fileName, index);
    const number = numberOf(node);
    return number === undefined ? undefined : [index, number];
  };
  const packFact = (fact: Fact, files: Map<string, number>): KeptFact | undefined => {
    const at = packNode(fact.at, files);
    if (at === undefined) return undefined;
    if (fact.kind === 'use') return [at, fact.effect, fact.reason ?? null];
    const to = packNode(fact.to, files);
    return to && [at, to, fact.guess ?? fact.silent];
  };
  const unpackNode = ([index, number]: KeptNode, files: readonly string[]): ts.Node | undefined => {
    const source = sourceOf(files[index] ?? '');
    return source && nodeAt(source, number);
  };
  const unpackFact = ([place, second, third]: KeptFact, files: readonly string[]): Fact | undefined => {
    const at = unpackNode(place, files);
    if (at === undefined) return undefined;
    if (typeof second === 'string')
      return { kind: 'use', effect: second, reason: typeof third === 'string' ? third : undefined, at };
    const to = unpackNode(second, files);
    if (to === undefined) return undefined;
    return typeof third === 'string'
      ? { kind: 'reach', to, at, silent: false, guess: third }
      : { kind: 'reach', to, at, silent: third === true };
  };
  return {
    pack: ({ facts, covered }, files) => {
      const packed = allOf(facts, (fact) => packFact(fact, files));
      const calls = allOf(covered, (call) => packNode(call, files));
      return packed && calls && { facts: packed, covered: calls };
    },
    unpack: ({ facts, covered }, files) => {
      const unpacked = allOf(facts, (fact) => unpackFact(fact, files));
      const calls = allOf(covered, (call) => unpackNode(call, files));
      return unpacked && calls && { facts: unpacked, covered: calls };
    },
  };
}

/** Converts all items. Returns undefined if the result for any item is undefined. */
function allOf<Item, Result>(
  items: readonly Item[],
  convert: (item: Item) => Result | undefined,
): Result[] | undefined {
  const results: Result[] = [];
  for (const item of items) {
    const result = convert(item);
    if (result === undefined) return undefined;
    results.push(result);
  }
  return results;
}
