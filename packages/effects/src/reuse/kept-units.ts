import { hasShape, type Shape } from '@toolwright/program';
import type { Effect } from '../effect.js';
import type { Question } from './questions.js';

/** What the code of a program does, file by file, so that only the files that a change may affect are read again. */
export interface KeptUnits {
  /** The files whose declarations all others see, in the order of the program. Their order decides how declarations are merged. */
  readonly globals: readonly string[];
  readonly files: Readonly<Record<string, KeptFile>>;
}

/** One file of a program, as it was read. */
export interface KeptFile extends FileState {
  /** Undefined if no tool reaches its code. */
  readonly code?: KeptCode;
}

/** What decides how a file is understood, beside the files that it imports. */
export interface FileState {
  /** The hash of its text and of its place in the program. */
  readonly hash: string;
  /** Whether a change affects only the files that import it, and those that ask what it answers. */
  readonly ordinary: boolean;
  readonly imports: readonly string[];
  readonly answers: readonly Question[];
}

/** The units of a file that tools reach. */
export interface KeptCode {
  readonly questions: readonly Question[];
  /** The files of the nodes that the facts name. */
  readonly files: readonly string[];
  /** By the number of the unit's node. */
  readonly units: Readonly<Record<number, KeptUnit>>;
}

export interface KeptUnit {
  readonly facts: readonly KeptFact[];
  /** Calls whose effect a tag takes back. */
  readonly covered: readonly KeptNode[];
}

/** The index of a file in {@link KeptCode.files}, and the number of a node in it. */
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
