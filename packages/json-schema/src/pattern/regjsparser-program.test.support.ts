import regjsparser, { type AstNode } from 'regjsparser';
import { CharacterReader } from './characters.js';
import type { PatternProgram } from './pattern-program.js';
import type { Lookaround, PatternStep } from './pattern-step.js';

type Node = AstNode<typeof FEATURES>;

const FEATURES = { lookbehind: true, namedGroups: true, unicodePropertyEscape: true } as const;
const MATCH = { kind: 'match' } as const;
const split = (by: number): PatternStep => ({ kind: 'split', by });
const jump = (by: number): PatternStep => ({ kind: 'jump', by });

/** Does the same as `readPattern`, with another parser. Returns undefined for backreferences and modifiers. */
export function readWithRegjsparser(source: string, flags: string): PatternProgram | undefined {
  let root: Node;
  try {
    root = regjsparser.parse(source, flags, FEATURES);
  } catch {
    return undefined; // modifiers are a feature that is not turned on
  }
  const nodes = allNodes(root);
  if (nodes.some((node) => node.type === 'reference')) return undefined;
  const points = nodes.flatMap((node) => (node.type === 'value' ? [node.codePoint] : []));
  const reader = new CharacterReader(flags, points);
  const lookarounds: Lookaround[] = [];

  function sequence(nodes: readonly Node[], isBackward: boolean): PatternStep[] {
    const parts = nodes.map((node) => stepsOf(node, isBackward));
    return (isBackward ? parts.reverse() : parts).flat();
  }

  function stepsOf(node: Node, isBackward: boolean): PatternStep[] {
    if (node.type === 'alternative') return sequence(node.body, isBackward);
    if (node.type === 'disjunction') {
      let steps: PatternStep[] | undefined;
      for (const branch of node.body.toReversed()) {
        const one = stepsOf(branch, isBackward);
        if (steps === undefined) steps = one;
        else steps = [split(one.length + 2), ...one, jump(steps.length + 1), ...steps];
      }
      return steps ?? [];
    }
    if (node.type === 'quantifier') {
      const { min, max = Infinity } = node;
      const body = sequence(node.body, isBackward);
      let steps = max === Infinity ? [split(body.length + 2), ...body, jump(-body.length - 1)] : [];
      for (let count = min; count < max && max < Infinity; count += 1) {
        steps = [split(body.length + steps.length + 1), ...body, ...steps];
      }
      return [...Array.from({ length: min }, () => body).flat(), ...steps];
    }
    if (node.type === 'anchor') return [{ kind: 'condition', condition: node.kind }];
    if (node.type !== 'group') return [{ kind: 'character', characters: reader.read(node.raw) }];
    if (node.behavior === 'normal' || node.behavior === 'ignore') return sequence(node.body, isBackward);
    const isAhead = node.behavior.toLowerCase().endsWith('lookahead');
    const isNegative = node.behavior.startsWith('negative');
    const steps = [...sequence(node.body, isAhead), MATCH];
    return [{ kind: 'condition', condition: lookarounds.push({ isAhead, isNegative, steps }) - 1 }];
  }

  return { steps: [...stepsOf(root, false), MATCH], lookarounds };
}

function allNodes(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) {
    if (node.type === 'characterClassRange') nodes.push(node.min, node.max);
    else if ('body' in node) nodes.push(...node.body);
  }
  return nodes;
}
