import type { Concatenation, DFA, Element, Expression, JS, NFA, NoParent } from 'refa';
import { loadRefa } from './load-refa.js';

/** The set of strings that patterns and lengths allow, as a finite automaton. */
export interface Language {
  /** The cost of a comparison in units of the budget, which depends on the size of the automaton. */
  readonly cost: number;
  /** Returns strings that the other language lacks; empty if it contains all. Undefined if the comparison takes too long. */
  outside(other: Language): readonly string[] | undefined;
  and(other: Language): Language | undefined;
  isApartFrom(other: Language): boolean;
  /** Returns some strings of the language, short ones first. */
  texts(): readonly string[];
}

/** Returns the language of a JSON Schema pattern, which may match any part of a string; undefined for unsupported syntax. */
export function languageOf(pattern: string): Language | undefined {
  const known = KNOWN.get(pattern);
  if (known !== undefined) return known.language;
  if (KNOWN.size >= MAX_KNOWN) KNOWN.clear();
  const language = attempt(() => new AutomatonLanguage(automatonOf(pattern)));
  KNOWN.set(pattern, { language });
  return language;
}

/** Returns the language of all strings with these lengths in characters; undefined for large bounds. */
export function languageOfLengths(min: number, max: number): Language | undefined {
  if (min > MAX_LENGTH || (max > MAX_LENGTH && max !== Number.POSITIVE_INFINITY)) return undefined;
  return languageOf(`^[^]{${min},${max === Number.POSITIVE_INFINITY ? '' : max}}$`);
}

/** Caches the language of each pattern. */
const KNOWN = new Map<string, { readonly language: Language | undefined }>();
const MAX_KNOWN = 200;
const MAX_LENGTH = 256;
const MAX_SOURCE = 1_000;
const MAX_NODES = 1_000;
const COST_PER_NODE = 20;
const MAX_TEXTS = 5;

class AutomatonLanguage implements Language {
  readonly cost: number;
  readonly #nfa: NFA;

  constructor(nfa: NFA) {
    this.#nfa = nfa;
    this.cost = sizeOf(nfa) * COST_PER_NODE;
  }

  outside(other: Language): readonly string[] | undefined {
    if (!(other instanceof AutomatonLanguage)) return undefined;
    return attempt(() => textsOf(intersection(this.#nfa, complementOf(other.#nfa))));
  }

  and(other: Language): Language | undefined {
    if (!(other instanceof AutomatonLanguage)) return undefined;
    return attempt(() => new AutomatonLanguage(intersection(this.#nfa, other.#nfa)));
  }

  isApartFrom(other: Language): boolean {
    if (!(other instanceof AutomatonLanguage)) return false;
    return attempt(() => intersection(this.#nfa, other.#nfa).isEmpty) ?? false;
  }

  texts(): readonly string[] {
    return attempt(() => textsOf(this.#nfa)) ?? [];
  }
}

/** Returns undefined if the library throws, because the syntax is unsupported or an automaton grows too large. */
function attempt<T>(create: () => T): T | undefined {
  try {
    return create();
  } catch {
    // The language is unknown.
    return undefined;
  }
}

function automatonOf(source: string): NFA {
  if (source.length > MAX_SOURCE) throw new RangeError('The pattern is too long.');
  const { JS } = loadRefa();
  const parser: JS.Parser = JS.Parser.fromLiteral({ source, flags: 'u' });
  const { expression, maxCharacter } = parser.parse({
    assertions: 'parse',
    backreferences: 'throw',
    maxNodes: MAX_NODES,
  });
  const [first, ...others] = expression.alternatives.map((branch) => branchAutomaton(branch, maxCharacter));
  if (first === undefined) throw new TypeError('The pattern matches nothing.');
  for (const other of others) first.union(other, nodes().nfa);
  return first;
}

type Branch = NoParent<Concatenation>;

/** Builds the automaton of one top-level alternative. Any text may surround the match, unless `^` or `$` excludes it. */
function branchAutomaton({ elements: written }: Branch, maxCharacter: number): NFA {
  const elements = [...written];
  const anything = (): NoParent<Element> => anyText(maxCharacter);
  let isStart = false;
  let isEnd = false;
  while (isEdge(elements[0], 'behind')) isStart = elements.shift() !== undefined;
  while (isEdge(elements.at(-1), 'ahead')) isEnd = elements.pop() !== undefined;
  const conditions: NFA[] = [];
  for (
    let next = elements[0];
    isStart && next?.type === 'Assertion' && next.kind === 'ahead';
    next = elements[0]
  ) {
    elements.shift();
    const ahead = fromBranches(
      next.alternatives.map(({ elements: inner }) =>
        isEdge(inner.at(-1), 'ahead') ? inner.slice(0, -1) : [...inner, anything()],
      ),
      maxCharacter,
    );
    conditions.push(next.negate ? fromDfa(complementOf(ahead)) : ahead);
  }
  const body = [...(isStart ? [] : [anything()]), ...elements, ...(isEnd ? [] : [anything()])];
  return conditions.reduce(
    (nfa, condition) => intersection(nfa, condition),
    fromBranches([body], maxCharacter),
  );
}

function fromBranches(branches: readonly (readonly NoParent<Element>[])[], maxCharacter: number): NFA {
  const { NFA } = loadRefa();
  const expression: NoParent<Expression> = {
    type: 'Expression',
    alternatives: branches.map((elements) => ({ type: 'Concatenation', elements: [...elements] })),
  };
  return NFA.fromRegex(expression, { maxCharacter }, { assertions: 'throw' }, nodes().nfa);
}

function anyText(maxCharacter: number): NoParent<Element> {
  const { CharSet } = loadRefa();
  const characters = CharSet.all(maxCharacter);
  return {
    type: 'Quantifier',
    min: 0,
    max: Number.POSITIVE_INFINITY,
    lazy: false,
    alternatives: [{ type: 'Concatenation', elements: [{ type: 'CharacterClass', characters }] }],
  };
}

/** Whether an element is `^` ("no character before") or `$` ("no character after"). */
function isEdge(element: NoParent<Element> | undefined, kind: 'ahead' | 'behind'): boolean {
  if (element?.type !== 'Assertion' || element.kind !== kind || !element.negate) return false;
  const [only, ...others] = element.alternatives.flatMap(({ elements }) => elements);
  return others.length === 0 && only?.type === 'CharacterClass' && only.characters.isAll;
}

function sizeOf(nfa: NFA): number {
  const nodes = new Set([nfa.initial]);
  for (const node of nodes) for (const next of node.out.keys()) nodes.add(next);
  return nodes.size;
}

function complementOf(nfa: NFA): DFA {
  const { DFA } = loadRefa();
  const dfa = DFA.fromFA(nfa, nodes().dfa);
  dfa.complement(nodes().dfa);
  return dfa;
}

function fromDfa(dfa: DFA): NFA {
  return loadRefa().NFA.fromFA(dfa, nodes().nfa);
}

function intersection(one: NFA, other: NFA | DFA): NFA {
  const { NFA } = loadRefa();
  return other instanceof NFA
    ? NFA.fromIntersection(one, other, nodes().nfa)
    : NFA.fromIntersection(one, other, nodes().nfa);
}

function nodes(): { readonly nfa: NFA.LimitedNodeFactory; readonly dfa: DFA.LimitedNodeFactory } {
  const { DFA, NFA } = loadRefa();
  return { nfa: new NFA.LimitedNodeFactory(MAX_NODES), dfa: new DFA.LimitedNodeFactory(MAX_NODES) };
}

/** Returns the shortest string for each final state. Visits each node only once, because the number of strings can be exponential. */
function textsOf(nfa: NFA): readonly string[] {
  const { Words } = loadRefa();
  const paths = new Map<NFA.Node, Step | undefined>([[nfa.initial, undefined]]);
  const texts: string[] = [];
  for (const [node, step] of paths) {
    if (nfa.finals.has(node)) texts.push(Words.fromUnicodeToString(wordOf(step)));
    if (texts.length >= MAX_TEXTS) break;
    for (const [next, characters] of node.out) {
      if (paths.has(next)) continue;
      paths.set(next, { before: step, character: Words.pickMostReadableCharacter(characters) ?? 0 });
    }
  }
  return texts;
}

/** One node of a linked list, from the last character to the first. */
interface Step {
  readonly before: Step | undefined;
  readonly character: number;
}

function wordOf(last: Step | undefined): number[] {
  const word: number[] = [];
  for (let step = last; step !== undefined; step = step.before) word.push(step.character);
  return word.reverse();
}
