import { shortenText, textStart } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { EffectStep } from '../effect.js';

/** The place and the text of a node, as a step on the way to an effect. */
export type DescribeStep = (node: ts.Node) => EffectStep;

/** Characters of source that a step shows. */
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
