import path from 'node:path';
import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** What codegen read, and what it made of it. */
export interface Account {
  /** Of a tool, or of a type. */
  readonly name: string;
  /** The declarations that may have comments, the nearest first; only the first documented one counts. */
  readonly documented: readonly ts.Node[];
  /** The declaration whose text an option `description` replaces. */
  readonly replaced?: ts.Node | undefined;
  /** Where the types are written: a signature's declaration, or a type's. */
  readonly written: readonly ts.Node[];
  /** The specification of the tool, or the schema of the type. */
  readonly json: unknown;
  readonly compiler: Compiler;
  /** Whether a file is the project's own. */
  isOwn(file: ts.SourceFile): boolean;
  /** Whether a line of output has its place between two lines of a file, both included. Lines count from 0. */
  isNamed(file: ts.SourceFile, from: number, to: number): boolean;
}

/** Something in the source that is neither in the schema nor in a line of output. */
export interface Loss {
  readonly of: string;
  /** The file's name and the line, which counts from 1. */
  readonly at: string;
  readonly what: string;
}

/** The place of a loss. */
export function placeOf(node: ts.Node, position = node.getStart()): string {
  const source = node.getSourceFile();
  return `${path.basename(source.fileName)}:${source.getLineAndCharacterOfPosition(position).line + 1}`;
}
