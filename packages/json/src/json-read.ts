export interface JsonReadOptions {
  /** The index at which to start reading. Leading whitespace is skipped. Default: 0. */
  readonly start?: number | undefined;
  /** The index at which to stop reading. Default: the length of the text. */
  readonly end?: number | undefined;
  /** Whether to repair the syntax around values. Values never change. Default: false, which accepts only valid JSON. */
  readonly repair?: boolean | undefined;
  /** Whether text may follow the value. Default: false. */
  readonly trailing?: boolean | undefined;
  /** The maximum nesting depth of containers. Default: 1,000, which is safe for recursive code that processes the value. */
  readonly maxDepth?: number | undefined;
}

export type JsonRead =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** The index just after the value. */
      readonly end: number;
      /** The repairs, at most one of each kind. Empty for valid JSON. */
      readonly repairs: readonly JsonRepair[];
      /** Members that occur more than once with different values. `value` contains the last value of each. */
      readonly duplicates: readonly JsonDuplicate[];
      /** Containers that were not closed at the end of the text, outermost first. Only with `repair`. */
      readonly unclosed: readonly JsonPath[];
      /** False if a number was kept as an `ExactNumber`. */
      readonly isExact: boolean;
    }
  | { readonly ok: false; readonly error: JsonError };

export interface JsonError {
  /** The index of the first invalid character, or the end of the text if it ends too early. */
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
  /** The index of the first repair of this kind. */
  readonly position: number;
  /** A one-sentence description. */
  readonly message: string;
}

export interface JsonDuplicate {
  readonly path: JsonPath;
  /** The index of the repeated name. */
  readonly position: number;
}

/** Member names and item indexes, starting at the root. */
export type JsonPath = readonly (string | number)[];
