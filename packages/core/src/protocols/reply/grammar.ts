import type { Refusal } from './decision-line.js';

/** Reads one block of a protocol to its end in a single pass. */
export interface BlockScanner {
  /** The text read so far, including the opening. */
  readonly raw: string;
  /** Text that was read but follows the block. */
  readonly rest: string;
  readonly over: boolean;
  /** Reads the text from an index, and returns the index after the part that belongs to the block. */
  push(text: string, from: number): number;
  /** Called at the end of the text. */
  end(): void;
}

export interface Place {
  /** Whether other text of the reply precedes the block. */
  readonly beside: boolean;
  /** Whether a call is allowed here. */
  readonly clean: boolean;
  /** Whether the block is in a code fence or an indented code block. */
  readonly fenced: boolean;
  /** Whether the block is in a list that only contains blocks. */
  readonly listed: boolean;
  /** Whether the block was shown while it was being written. */
  readonly shown: boolean;
  /** Whether the provider truncated the reply within this block. */
  readonly cut: boolean;
}

export type Verdict<Call> =
  /** Not a block of the protocol. */
  | { readonly as: 'text' }
  /** The opening is text; the rest must be read again. */
  | { readonly as: 'mention'; readonly again: string }
  | {
      readonly as: 'call';
      readonly call: Call;
      /** Further calls that the same block makes. */
      readonly more?: readonly Call[];
      /** The block's text for the user. */
      readonly says?: string | undefined;
      /** The replacement if other text follows; if its call is undefined, the block becomes text. Default: no change. */
      readonly besideText?: { readonly call: Call | undefined };
      /** Returns the replacement if calls are ignored at this position. Default: no change. */
      readonly refused?: (why: Refusal) => Call;
    };

/** The protocol-specific rules: how blocks start and what they mean. */
export interface Grammar<Call, Block extends BlockScanner = BlockScanner> {
  /** Whether blocks are objects; otherwise, they start with a tag. */
  readonly braces: boolean;
  /** The possible names of the first member of such an object. */
  readonly names: readonly string[];
  /** The tag that starts a block. */
  readonly tag: string | undefined;
  /** The tag of blocks that only other speakers may write. */
  readonly foreignTag: string | undefined;
  readonly thoughtTags: readonly string[];
  open(opening: string): Block;
  judge(block: Block, place: Place): Verdict<Call>;
  /** Whether a block has text for the user while it is being written. */
  streams(block: Block): boolean;
  /** Returns the text for the user since the last call of this method. */
  stream(block: Block): string;
  /** Creates a call for a block that was truncated at its start. */
  stub(raw: string): Call;
}
