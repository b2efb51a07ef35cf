import type { Refusal } from './decision-line.js';

/** Follows one block of a protocol to its end, in one pass. */
export interface BlockScanner {
  /** The text read so far, with its opening. */
  readonly raw: string;
  /** Text that was read but belongs after the block. */
  readonly rest: string;
  readonly over: boolean;
  /** Reads the text from an index on; returns the index after the block's part. */
  push(text: string, from: number): number;
  /** The text has ended. */
  end(): void;
}

/** The position of a block. */
export interface Place {
  /** Other text of the reply precedes it. */
  readonly beside: boolean;
  /** A call may stand there. */
  readonly clean: boolean;
  /** It is in a code fence, or in an indented code block. */
  readonly fenced: boolean;
  /** It is in a list that holds only blocks. */
  readonly listed: boolean;
  /** It was shown while it was being written. */
  readonly shown: boolean;
  /** The provider cut off the reply within this block. */
  readonly cut: boolean;
}

export type Verdict<Call> =
  /** It is not a block of the protocol. */
  | { readonly as: 'text' }
  /** Its opening is text, and the rest is read once more. */
  | { readonly as: 'mention'; readonly again: string }
  | {
      readonly as: 'call';
      readonly call: Call;
      /** Calls that the same block makes after that one. */
      readonly more?: readonly Call[];
      /** Its text for the user. */
      readonly says?: string | undefined;
      /** What it becomes if other text follows; without a call, it becomes text. Default: no change. */
      readonly besideText?: { readonly call: Call | undefined };
      /** What it becomes if its place is no place for a call. Default: no change. */
      readonly refused?: (why: Refusal) => Call;
    };

/** The part of a protocol that is its own: how blocks begin, and what they mean. */
export interface Grammar<Call, Block extends BlockScanner = BlockScanner> {
  /** Blocks are objects. Otherwise they begin with a tag. */
  readonly braces: boolean;
  /** Member names with which such an object can begin. */
  readonly names: readonly string[];
  /** The tag with which blocks begin. */
  readonly tag: string | undefined;
  /** The tag of blocks that only others write. */
  readonly foreignTag: string | undefined;
  /** The tags around thoughts. */
  readonly thoughtTags: readonly string[];
  open(opening: string): Block;
  judge(block: Block, place: Place): Verdict<Call>;
  /** Whether a block has text for the user while it is being written. */
  streams(block: Block): boolean;
  /** The text for the user since the last time. */
  stream(block: Block): string;
  /** Adds a call for a block that was cut off at its very beginning. */
  stub(raw: string): Call;
}
