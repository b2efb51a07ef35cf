import type { JsonSchema, ToolSpec } from '@toolwright/contract';
import { wordsOf } from './words.js';

/** How much a word counts by where it stands. */
const WEIGHTS = { name: 3, description: 1.5, parameter: 0.7, text: 0.5, value: 0.5, result: 0.3 };

/** The parameters of BM25: how soon repeated words stop to count, and how much long texts are set back. */
const K1 = 1.5;
const B = 0.75;

/** The longest part of a tool's text that is read, in characters. */
const MAX_TEXT = 20_000;

interface Posting {
  readonly tool: number;
  /** The weighted number of occurrences. */
  readonly count: number;
}

/** An index of tools by their words. Building it and searching it take time in proportion to the texts. */
export class ToolIndex {
  readonly #tools: readonly ToolSpec[];
  readonly #postings = new Map<string, Posting[]>();
  readonly #lengths: number[] = [];
  readonly #meanLength: number;
  readonly #names: readonly string[];

  constructor(tools: readonly ToolSpec[]) {
    this.#tools = tools;
    this.#names = tools.map(({ name }) => normalName(name));
    for (const [index, tool] of tools.entries()) this.#add(index, tool);
    this.#meanLength = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(tools.length, 1);
  }

  /** Returns the tools that fit a query, best first: those with that name, then those whose name begins so, then by their words. */
  search(query: string, limit: number): readonly ToolSpec[] {
    const scores = this.#scoresOf(query);
    const wanted = normalName(query);
    if (wanted !== '')
      for (const [tool, name] of this.#names.entries()) {
        if (name === wanted) scores.set(tool, Number.POSITIVE_INFINITY);
        else if (name.startsWith(wanted)) scores.set(tool, (scores.get(tool) ?? 0) + PREFIX);
      }
    return [...scores]
      .sort(([a, one], [b, other]) => (one === other ? a - b : other - one))
      .slice(0, limit)
      .flatMap(([tool]) => this.#tools[tool] ?? []);
  }

  #scoresOf(query: string): Map<number, number> {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(query.slice(0, MAX_TEXT)))) {
      const postings = this.#postings.get(word);
      if (postings === undefined) continue;
      const rarity = Math.log(1 + (this.#tools.length - postings.length + 0.5) / (postings.length + 0.5));
      for (const { tool, count } of postings) {
        const length = (this.#lengths[tool] ?? 0) / this.#meanLength;
        const weight = (count * (K1 + 1)) / (count + K1 * (1 - B + B * length));
        scores.set(tool, (scores.get(tool) ?? 0) + rarity * weight);
      }
    }
    return scores;
  }

  #add(index: number, tool: ToolSpec): void {
    const counts = new Map<string, number>();
    let length = 0;
    for (const [text, weight] of textsOf(tool))
      for (const word of wordsOf(text.slice(0, MAX_TEXT))) {
        counts.set(word, (counts.get(word) ?? 0) + weight);
        length += weight;
      }
    this.#lengths.push(length);
    for (const [word, count] of counts) {
      const postings = this.#postings.get(word);
      if (postings === undefined) this.#postings.set(word, [{ tool: index, count }]);
      else postings.push({ tool: index, count });
    }
  }
}

/** More than words alone can reach. */
const PREFIX = 1_000;

function normalName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
}

type WeightedText = readonly [text: string, weight: number];

function textsOf({ name, description, parameters, output, annotations }: ToolSpec): WeightedText[] {
  return [
    [name, WEIGHTS.name],
    [annotations.title ?? '', WEIGHTS.name],
    [description, WEIGHTS.description],
    ...schemaTexts(parameters, WEIGHTS.parameter, WEIGHTS.text),
    ...(output === undefined ? [] : schemaTexts(output, WEIGHTS.result, WEIGHTS.result)),
  ];
}

/** Returns the names of members, descriptions and values of a schema. Bounded by the schema, which is a tree of JSON. */
function schemaTexts(root: JsonSchema, nameWeight: number, textWeight: number): WeightedText[] {
  const texts: WeightedText[] = [];
  const open: unknown[] = [root];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    const { properties = {}, description, enum: values = [], $defs = {}, ...rest } = one as JsonSchema;
    if (description !== undefined) texts.push([description, textWeight]);
    for (const name of Object.keys(properties)) texts.push([name, nameWeight]);
    for (const value of values) if (typeof value === 'string') texts.push([value, WEIGHTS.value]);
    const { items, prefixItems = [], anyOf = [], oneOf = [], allOf = [], additionalProperties } = rest;
    open.push(...Object.values(properties), ...Object.values($defs), items, additionalProperties);
    open.push(...prefixItems, ...anyOf, ...oneOf, ...allOf);
  }
  return texts;
}
