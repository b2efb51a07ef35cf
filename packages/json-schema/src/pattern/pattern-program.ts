import type { AstNode, Quantifier } from 'regjsparser';
import { CharacterReader, type Characters } from './characters.js';
import loader from './load-parser.cjs';

/** A pattern compiled to steps, for a matcher that follows all alternatives in parallel. */
export interface PatternProgram {
  readonly steps: readonly PatternStep[];
  /** The lookarounds that the conditions refer to. */
  readonly lookarounds: readonly Lookaround[];
  /** Whether the pattern has a repetition without an upper bound. */
  readonly isUnbounded: boolean;
}

export type PatternStep =
  | { readonly kind: 'character'; readonly characters: Characters }
  | { readonly kind: 'split'; readonly one: number; readonly other: number }
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'match' };

/** A condition between two characters. A number is the index of a lookaround. */
export type Condition = 'start' | 'end' | 'boundary' | 'not-boundary' | number;

export interface Lookaround {
  /** A lookahead is matched from the end of the text. */
  readonly isAhead: boolean;
  readonly isNegative: boolean;
  readonly steps: readonly PatternStep[];
}

/** Compiles a pattern. Returns undefined if it has backreferences, which cannot be matched in linear time, or unsupported syntax. */
export function readPattern(source: string, flags: string): PatternProgram | undefined {
  try {
    return new Builder(source, flags).build();
  } catch {
    // The engine accepts the pattern, but this parser does not support it.
    return undefined;
  }
}

type Node = AstNode<typeof FEATURES>;

const FEATURES = { lookbehind: true, namedGroups: true, unicodePropertyEscape: true } as const;
/** The maximum number of steps. Counted repetitions are expanded, and a matcher may visit every step at each character. */
const MAX_STEPS = 3_000;

class Builder {
  readonly #root: Node;
  readonly #reader: CharacterReader;
  readonly #lookarounds = new Map<Node, number>();
  readonly #built: Lookaround[] = [];
  #isUnbounded = false;

  constructor(source: string, flags: string) {
    this.#root = loader.loadParser().parse(source, flags, FEATURES);
    this.#reader = new CharacterReader(flags, namedPoints(this.#root));
  }

  build(): PatternProgram {
    const steps = this.#whole([this.#root], false);
    return { steps, lookarounds: this.#built, isUnbounded: this.#isUnbounded };
  }

  #whole(body: readonly Node[], isBackward: boolean): PatternStep[] {
    const steps: PatternStep[] = [];
    this.#sequence(body, steps, isBackward);
    steps.push({ kind: 'match' });
    return steps;
  }

  #sequence(body: readonly Node[], steps: PatternStep[], isBackward: boolean): void {
    for (const node of isBackward ? body.toReversed() : body) this.#node(node, steps, isBackward);
  }

  #node(node: Node, steps: PatternStep[], isBackward: boolean): void {
    if (steps.length > MAX_STEPS) throw new RangeError('The pattern is too long.');
    if (node.type === 'alternative') this.#sequence(node.body, steps, isBackward);
    else if (node.type === 'disjunction') this.#choice(node.body, steps, isBackward);
    else if (node.type === 'quantifier') this.#repeat(node, steps, isBackward);
    else if (node.type === 'anchor') steps.push({ kind: 'condition', condition: node.kind });
    else if (node.type === 'reference') throw new TypeError('Backreferences are not supported.');
    else if (node.type !== 'group') {
      steps.push({ kind: 'character', characters: this.#reader.read(node.raw) });
    } else if (node.behavior === 'normal' || node.behavior === 'ignore') {
      this.#sequence(node.body, steps, isBackward);
    } else steps.push({ kind: 'condition', condition: this.#lookaround(node) });
  }

  #choice(branches: readonly Node[], steps: PatternStep[], isBackward: boolean): void {
    const ends: number[] = [];
    for (const [index, branch] of branches.entries()) {
      const split = steps.length;
      const isLast = index === branches.length - 1;
      if (!isLast) steps.push({ kind: 'match' });
      this.#node(branch, steps, isBackward);
      if (isLast) break;
      ends.push(steps.length);
      steps.push({ kind: 'match' });
      steps[split] = { kind: 'split', one: split + 1, other: steps.length };
    }
    for (const end of ends) steps[end] = { kind: 'jump', to: steps.length };
  }

  #repeat({ body, min, max }: Quantifier<typeof FEATURES>, steps: PatternStep[], isBackward: boolean): void {
    for (let count = 0; count < min; count += 1) this.#sequence(body, steps, isBackward);
    const splits: number[] = [];
    const optional = max === undefined ? 1 : max - min;
    for (let count = 0; count < optional; count += 1) {
      splits.push(steps.length);
      steps.push({ kind: 'match' });
      this.#sequence(body, steps, isBackward);
    }
    const [loop] = splits;
    if (max === undefined && loop !== undefined) {
      this.#isUnbounded = true;
      steps.push({ kind: 'jump', to: loop });
    }
    for (const split of splits) steps[split] = { kind: 'split', one: split + 1, other: steps.length };
  }

  #lookaround(node: Node): number {
    const known = this.#lookarounds.get(node);
    if (known !== undefined) return known;
    if (node.type !== 'group') throw new TypeError('Not a group.');
    const isAhead = node.behavior.toLowerCase().endsWith('lookahead');
    const steps = this.#whole(node.body, isAhead);
    // Inner lookarounds come first, because a matcher needs their results for the outer one.
    const index = this.#built.push({ isAhead, isNegative: node.behavior.startsWith('negative'), steps }) - 1;
    this.#lookarounds.set(node, index);
    return index;
  }
}

/** Finds the code points in a pattern, including the first and last code points of its classes. */
function namedPoints(root: Node): number[] {
  const points: number[] = [];
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'value') points.push(node.codePoint);
    else if (node.type === 'characterClassRange') open.push(node.min, node.max);
    else if ('body' in node) open.push(...node.body);
  }
  return points;
}
