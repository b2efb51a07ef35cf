import { type DocText, docComment, quote } from '@toolwright/json-schema';
import type { Compiler } from '@toolwright/program/compiler';
import type { Candidate } from '../plan/candidate.js';
import { writeHandler } from './handler.js';
import type { HandlerTypes } from './handler-types.js';

/** How the statement of a migrated tool is written. */
export interface ToolStyle extends Omit<HandlerTypes, 'defaults'> {
  /** The exported constant. */
  readonly constant: string;
  /** The name that models see. */
  readonly toolName: string;
  /** What the file calls Toolwright's `tool`. */
  readonly mark: string;
  readonly isExported: boolean;
  /** Whether a JSDoc comment stands before the statement, which stays. */
  readonly hasComment: boolean;
  readonly defaults: HandlerTypes['defaults'];
}

export interface WrittenTool {
  readonly text: string;
  /** The members whose defaults the function states. */
  readonly stated: ReadonlySet<string>;
}

/** Writes a tool as an exported constant. @throws NotMigrated */
export function writeTool(candidate: Candidate, style: ToolStyle, compiler: Compiler): WrittenTool {
  const { tool, description } = candidate;
  const { constant, toolName, mark, isExported, hasComment, margin, newline } = style;
  const { text, stated } = writeHandler(tool, style, compiler);
  const isComment = description !== undefined && !hasComment;
  const options = [
    ...(toolName === constant ? [] : [`name: ${quote(toolName)}`]),
    ...(description === undefined || isComment ? [] : [`description: ${quote(description)}`]),
    ...candidate.options,
  ];
  const docs: DocText = { text: isComment ? description : '', tags: [] };
  const comment = docComment(docs, margin).replaceAll('\n', newline).slice(margin.length);
  const first = options.length === 0 ? '' : `{ ${options.join(', ')} }, `;
  const start = comment === '' ? '' : comment + margin;
  return {
    text: `${start}${isExported ? 'export ' : ''}const ${constant} = ${mark}(${first}${text});`,
    stated,
  };
}
