/** Follows one block of a protocol to its end, in one pass. */
export interface BlockScanner {
  /** What was read so far, with its opening. */
  readonly raw: string;
  /** What was read and belongs to the text behind it. */
  readonly rest: string;
  readonly over: boolean;
  /** Takes the text from an index on; gives the index behind what belongs to the block. */
  push(text: string, from: number): number;
  /** The text is over. */
  end(): void;
}

/** Where a block stands. */
export interface Place {
  /** Other text of the reply stands before it. */
  readonly beside: boolean;
  /** It begins a line, or follows a sentence or an announcement on it. */
  readonly clean: boolean;
  /** It stands in a code fence, or in an indented code block. */
  readonly fenced: boolean;
  /** It stands in a list with nothing but blocks in it. */
  readonly listed: boolean;
  /** It was shown while it was written. */
  readonly shown: boolean;
  /** The provider has cut the reply, within this block. */
  readonly cut: boolean;
}

export type Verdict<Call> =
  /** It is none of the protocol. */
  | { readonly as: 'text' }
  /** Its opening is text, and what stands behind it is read once more. */
  | { readonly as: 'mention'; readonly again: string }
  | {
      readonly as: 'call';
      readonly call: Call;
      /** Calls that the same block makes after that one. */
      readonly more?: readonly Call[];
      /** What it says to the user. */
      readonly says?: string | undefined;
      /** What it is where other text follows; undefined for a text. Default: what it is. */
      readonly besideText?: { readonly call: Call | undefined };
      /** What it is where other text follows on the same line. Default: what it is. */
      readonly inLine?: Call;
      /** What it is where the value or the element that it stands in is not closed. Default: what it is. */
      readonly nested?: Call;
    };

/** What is particular to one protocol: how its blocks begin, and what they are. */
export interface Grammar<Call, Block extends BlockScanner = BlockScanner> {
  /** Blocks are objects; else they begin with a tag. */
  readonly braces: boolean;
  /** Names of the members that such an object may begin with. */
  readonly names: readonly string[];
  /** The tag that blocks begin with. */
  readonly tag: string | undefined;
  /** The tag of what only others write. */
  readonly foreignTag: string | undefined;
  /** The tags that thoughts stand in. */
  readonly thoughtTags: readonly string[];
  open(opening: string): Block;
  judge(block: Block, place: Place): Verdict<Call>;
  /** Whether there is something to show of a block while it is written. */
  streams(block: Block): boolean;
  /** What it says to the user, as far as that has come since the last time. */
  stream(block: Block): string;
  /** A block of which hardly anything has come. */
  stub(raw: string): Call;
}
