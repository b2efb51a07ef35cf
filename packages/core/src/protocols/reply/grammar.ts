import type { Refusal } from './decision-line.js';

/** Reads one block of a protocol to its end in a single pass. */
export interface BlockScanner {
  /** The text read so far, including the opening. */
  readonly raw: string;
  /** Text that was read but belongs after the block. */
  readonly rest: string;
  readonly over: boolean;
  /** Reads the text from an index on, and returns the index after the block's part. */
  push(text: string, from: number): number;
  /** Called at the end of the text. */
  end(): void;
}

export interface Place {
  /** Whether other text of the reply precedes it. */
  readonly beside: boolean;
  /** Whether a call is allowed there. */
  readonly clean: boolean;
  /** Whether it is in a code fence or an indented code block. */
  readonly fenced: boolean;
  /** Whether it is in a list that contains only blocks. */
  readonly listed: boolean;
  /** Whether it was shown while it was being written. */
  readonly shown: boolean;
  /** Whether the provider cut off the reply within this block. */
  readonly cut: boolean;
}

export type Verdict<Call> =
  /** Not a block of the protocol. */
  | { readonly as: 'text' }
  /** The opening is text, and the rest must be read again. */
  | { readonly as: 'mention'; readonly again: string }
  | {
      readonly as: 'call';
      readonly call: Call;
      /** Further calls that the same block makes. */
      readonly more?: readonly Call[];
      /** The block's text for the user. */
      readonly says?: string | undefined;
      /** The call to use instead if other text follows; without a call, the block becomes text. Default: no change. */
      readonly besideText?: { readonly call: Call | undefined };
      /** The call to use instead if calls do not count at this place. Default: no change. */
      readonly refused?: (why: Refusal) => Call;
    };

/** The protocol-specific part of reading: how blocks start and what they mean. */
export interface Grammar<Call, Block extends BlockScanner = BlockScanner> {
  /** Whether blocks are objects; otherwise they start with a tag. */
  readonly braces: boolean;
  /** Member names that can be the first of such an object. */
  readonly names: readonly string[];
  /** The tag that starts a block. */
  readonly tag: string | undefined;
  /** The tag of blocks that only other speakers write. */
  readonly foreignTag: string | undefined;
  readonly thoughtTags: readonly string[];
  open(opening: string): Block;
  judge(block: Block, place: Place): Verdict<Call>;
  /** Whether a block has text for the user while it is being written. */
  streams(block: Block): boolean;
  /** The text for the user since the last call of this method. */
  stream(block: Block): string;
  /** Creates a call for a block that was cut off right at its start. */
  stub(raw: string): Call;
}
