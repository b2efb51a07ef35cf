import { type Compiler, findOwnTags } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { walkNodes } from '../sources/walk-nodes.js';

/** A tag `@temporaryFiles reason` above a function. */
export interface TemporaryTag {
  readonly node: ts.JSDocTag;
  readonly owner: ts.Node;
  readonly reason: string;
}

/** Functions that write only temporary files, and remove them. */
export interface TemporaryFiles {
  /**
   * Whether a call that writes files is in such a function. Calls to other functions are not covered, because these have their own tags.
   */
  covers(call: ts.Node): boolean;
  /** Returns tags without a reason, and tags of functions that were read and contain no call that writes files. */
  idle(isRead: (node: ts.Node) => boolean): readonly TemporaryTag[];
}

const TAG = 'temporaryFiles';

export function findTemporaryFiles(files: readonly ts.SourceFile[], compiler: Compiler): TemporaryFiles {
  const tags = new Map<ts.Node, TemporaryTag>();
  for (const file of files) if (file.text.includes(`@${TAG}`)) readTags(file, compiler, tags);
  const used = new Set<TemporaryTag>();
  return {
    covers: (call) => {
      if (tags.size === 0) return false;
      let node: ts.Node = call;
      while (node.parent !== undefined) {
        const tag = tags.get(node);
        if (tag !== undefined && tag.reason !== '') {
          used.add(tag);
          return true;
        }
        node = node.parent;
      }
      return false;
    },
    idle: (isRead) =>
      [...tags.values()].filter((tag) => tag.reason === '' || (!used.has(tag) && isRead(tag.owner))),
  };
}

function readTags(file: ts.SourceFile, compiler: Compiler, tags: Map<ts.Node, TemporaryTag>): void {
  const { ts } = compiler;
  walkNodes(ts, [file], (owner) => {
    if (!ts.isStatement(owner) && !ts.isClassElement(owner) && !ts.isPropertyAssignment(owner)) return true;
    const node = findOwnTags(compiler, owner).find(({ tagName }) => tagName.text === TAG);
    if (node !== undefined)
      tags.set(owner, { node, owner, reason: ts.getTextOfJSDocComment(node.comment)?.trim() ?? '' });
    return true;
  });
}
