import type { ts } from 'ts-morph';

/** Something that a person should know about a place. */
export interface Note {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Returns a note at the place of a node. */
export function noteAt(node: ts.Node, text: string, relative: (file: string) => string): Note {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return { file: relative(source.fileName), line: line + 1, text };
}
