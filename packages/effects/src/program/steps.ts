import { shortenText, textStart } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { EffectStep } from '../effect.js';

/** Converts a node to a step on the path to an effect, with its location and text. */
export type DescribeStep = (node: ts.Node) => EffectStep;

/** Maximum number of source characters in a step. */
const MAX_TEXT = 80;

export function createSteps(relative: (file: string) => string): DescribeStep {
  return (node) => {
    const source = node.getSourceFile();
    const start = node.getStart(source);
    const text = textStart(node.getText(source), 4 * MAX_TEXT).replaceAll(/\s+/g, ' ');
    return {
      file: relative(source.fileName),
      line: source.getLineAndCharacterOfPosition(start).line + 1,
      text: shortenText(text, MAX_TEXT),
    };
  };
}
