import { appendAll, type JsonSchema } from '@toolwright/contract';
import type { Raw } from './keywords.js';
import { type Links, PartReader } from './part-reader.js';
import { type Reading, UNCHECKED } from './reading.js';
import type { SchemaDocument } from './schema-document.js';

/** The root of a schema, or a subschema that is referenced. */
export interface Definition extends Reading {
  readonly node: Raw;
  /** The referenced subschemas, with the number of references to each. */
  readonly links: ReadonlyMap<Raw, number>;
  /** Like `links`, but only for references that apply to the same value as the definition. */
  readonly inPlace: ReadonlyMap<Raw, number>;
}

/** The results of the first pass over the definitions. */
export interface Verdicts {
  readonly inexact: ReadonlySet<Raw>;
  readonly incomplete: ReadonlySet<Raw>;
  /** For each definition, the in-place references that must not be followed. */
  readonly cut: ReadonlyMap<Raw, ReadonlySet<Raw>>;
  readonly leavesUnevaluated: boolean;
}

/** The verdicts before the first reading: no reference is cut. */
export const NO_VERDICTS: Verdicts = {
  inexact: new Set(),
  incomplete: new Set(),
  cut: new Map(),
  leavesUnevaluated: false,
};

/** Reads a schema and each referenced subschema once. The root comes first. */
export function readDefinitions(document: SchemaDocument, verdicts: Verdicts): Map<Raw, Definition> {
  const definitions = new Map<Raw, Definition>();
  const open: Raw[] = [document.root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (definitions.has(node)) continue;
    const definition = readDefinition(node, document, verdicts);
    definitions.set(node, definition);
    appendAll(open, definition.links.keys());
  }
  return definitions;
}

function readDefinition(node: Raw, document: SchemaDocument, verdicts: Verdicts): Definition {
  const links = new Map<Raw, number>();
  const inPlaceLinks = new Map<Raw, number>();
  const cut = verdicts.cut.get(node);
  const found: Links = {
    leavesUnevaluated: verdicts.leavesUnevaluated,
    link: (target, inPlace) => {
      if (inPlace && cut?.has(target)) return UNCHECKED;
      links.set(target, (links.get(target) ?? 0) + 1);
      if (inPlace) inPlaceLinks.set(target, (inPlaceLinks.get(target) ?? 0) + 1);
      return {
        schema: { $ref: `#/$defs/${document.nameOf(target)}` } satisfies JsonSchema,
        isExact: !verdicts.inexact.has(target),
        isComplete: !verdicts.incomplete.has(target),
      };
    },
  };
  const reading = new PartReader(document, found).read(node, { depth: 0, inPlace: true });
  return { ...reading, node, links, inPlace: inPlaceLinks };
}
