import { hasShape, type Shape } from '@toolwright/program';
import type { Effect } from '../effect.js';
import type { Question } from './questions.js';

/** The facts of a program by file, so that only files that a change may affect have to be read again. */
export interface KeptUnits {
  /** Files with global declarations, in program order, which determines how declarations are merged. */
  readonly globals: readonly string[];
  readonly files: Readonly<Record<string, KeptFile>>;
}

/** A file of a program, and the facts that were read from it. */
export interface KeptFile extends FileState {
  /** Undefined if no tool reaches the file's code. */
  readonly code?: KeptCode;
}

/** The state that, together with the file's imports, determines how the file is interpreted. */
export interface FileState {
  /** The hash of the file's text and of its role in the program. */
  readonly hash: string;
  /** Whether a change to the file affects only the files that import it, and files with a question that it answers. */
  readonly ordinary: boolean;
  readonly imports: readonly string[];
  readonly answers: readonly Question[];
}

/** The code units of a file that tools reach. */
export interface KeptCode {
  readonly questions: readonly Question[];
  /** The files with the nodes that the facts refer to. */
  readonly files: readonly string[];
  /** The units by the number of their node. */
  readonly units: Readonly<Record<number, KeptUnit>>;
}

export interface KeptUnit {
  readonly facts: readonly KeptFact[];
  /** Calls whose effect is cancelled by a tag. */
  readonly covered: readonly KeptNode[];
}

/** The index of a file in {@link KeptCode.files}, and the number of a node in this file. */
export type KeptNode = readonly [file: number, node: number];

/** A reach, a guess, or a use. */
export type KeptFact =
  | readonly [at: KeptNode, to: KeptNode, silent: boolean]
  | readonly [at: KeptNode, to: KeptNode, guess: string]
  | readonly [at: KeptNode, effect: Effect, reason: string | null];

const KEPT: Shape<KeptUnits> = { globals: true, files: true };

export function isKeptUnits(value: unknown): value is KeptUnits {
  return hasShape<KeptUnits>(value, KEPT);
}
