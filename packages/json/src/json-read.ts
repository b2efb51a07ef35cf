export interface JsonReadOptions {
  /** Index at which the value begins; space before it is skipped. Default: 0. */
  readonly start?: number | undefined;
  /** Index at which the text ends. Default: its length. */
  readonly end?: number | undefined;
  /** Whether to repair the syntax around values. Values themselves never change. Default: false, which accepts only JSON. */
  readonly repair?: boolean | undefined;
  /** Whether text may follow the value. Default: false. */
  readonly trailing?: boolean | undefined;
  /** How deeply containers may be nested. Default: 1,000, which is safe for recursive code that processes the value. */
  readonly maxDepth?: number | undefined;
}

export type JsonRead =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Index after the value. */
      readonly end: number;
      /** The repairs, one for each kind; empty for valid JSON. */
      readonly repairs: readonly JsonRepair[];
      /** Members that were repeated with another value; `value` has the last value of each. */
      readonly duplicates: readonly JsonDuplicate[];
      /** Containers that the end of the text left open, outermost first. Only with `repair`. */
      readonly unclosed: readonly JsonPath[];
      /** False if a number was kept as an `ExactNumber`. */
      readonly isExact: boolean;
    }
  | { readonly ok: false; readonly error: JsonError };

export interface JsonError {
  /** Index of the first wrong character, or the end of the text if it ends too early. */
  readonly position: number;
  readonly expected: string;
  /** The kind of problem. `cut`: the text ends within the value. `depth`: the value is nested too deeply. */
  readonly kind: 'syntax' | 'cut' | 'depth';
}

export type JsonRepairKind =
  | 'comma'
  | 'comment'
  | 'quote'
  | 'literal'
  | 'key'
  | 'control'
  | 'escape'
  | 'closer'
  | 'space';

export interface JsonRepair {
  readonly kind: JsonRepairKind;
  /** Index of the first repair of this kind. */
  readonly position: number;
  /** A description in one sentence. */
  readonly message: string;
}

export interface JsonDuplicate {
  readonly path: JsonPath;
  /** Index of the repeated name. */
  readonly position: number;
}

/** Names of members and indexes of items, from the root on. */
export type JsonPath = readonly (string | number)[];
