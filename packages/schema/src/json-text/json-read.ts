export interface JsonReadOptions {
  /** Index at which the value begins; space before it is skipped. Default: 0. */
  readonly start?: number | undefined;
  /** Index at which the text counts as over. Default: its length. */
  readonly end?: number | undefined;
  /** Whether to mend the syntax around values. A value itself is never changed. Default: false, which takes only JSON. */
  readonly repair?: boolean | undefined;
  /** Whether anything may follow the value. Default: false. */
  readonly trailing?: boolean | undefined;
  /** How deeply containers may be nested. Default: 1,000, so that recursive code behind the reader is safe. */
  readonly maxDepth?: number | undefined;
}

export type JsonRead =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Index behind the value. */
      readonly end: number;
      /** What was mended, one entry for each kind; empty where the text was JSON. */
      readonly repairs: readonly JsonRepair[];
      /** Members that were given again with another value; `value` holds the last one. */
      readonly duplicates: readonly JsonDuplicate[];
      /** Containers that the end of the text left open, outermost first. Only with `repair`. */
      readonly unclosed: readonly JsonPath[];
      /** Whether no number had to be kept as an `ExactNumber`. */
      readonly isExact: boolean;
    }
  | { readonly ok: false; readonly error: JsonError };

export interface JsonError {
  /** Index of the first character that cannot stand there; the end of the text where that comes too early. */
  readonly position: number;
  readonly expected: string;
  /** `cut`: the text ends within the value. `depth`: the value is nested too deeply. */
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
  /** Index of the first place that was mended. */
  readonly position: number;
  /** One sentence. */
  readonly message: string;
}

export interface JsonDuplicate {
  readonly path: JsonPath;
  /** Index of the repeated name. */
  readonly position: number;
}

/** Names of members and indexes of items, from the root on. */
export type JsonPath = readonly (string | number)[];
