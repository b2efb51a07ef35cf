import regjsparser, { type AstNode } from 'regjsparser';
import { CharacterReader } from './characters.js';
import type { PatternProgram } from './pattern-program.js';
import type { Lookaround, PatternStep } from './pattern-step.js';

type Node = AstNode<typeof FEATURES>;

const FEATURES = { lookbehind: true, namedGroups: true, unicodePropertyEscape: true } as const;
const MATCH = { kind: 'match' } as const;

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
      let steps: PatternStep[] = [];
      for (const [index, branch] of node.body.toReversed().entries()) {
        const one = stepsOf(branch, isBackward);
        const jump = { kind: 'jump', by: steps.length + 1 } as const;
        steps = index === 0 ? one : [{ kind: 'split', by: one.length + 2 }, ...one, jump, ...steps];
      }
      return steps;
    }
    if (node.type === 'anchor') return [{ kind: 'condition', condition: node.kind }];
    if (node.type === 'quantifier') {
      const body = sequence(node.body, isBackward);
      const required = Array.from({ length: node.min }, () => body).flat();
      if (node.max === undefined) {
        const loop = [{ kind: 'split', by: body.length + 2 } as const, ...body];
        return [...required, ...loop, { kind: 'jump', by: -loop.length }];
      }
      const count = node.max - node.min;
      const optional = Array.from({ length: count }, (_, before): PatternStep[] => [
        { kind: 'split', by: (body.length + 1) * (count - before) },
        ...body,
      ]);
      return [...required, ...optional.flat()];
    }
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
