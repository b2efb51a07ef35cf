import { isRecord } from '@toolwright/contract';

/** A schema as it was read from a file: nothing about it is certain. */
export type Written = Record<string, unknown>;

/** The same place of two schemas. */
export interface Place {
  readonly before: Written | Readonly<Record<string, unknown>>;
  readonly after: Written | Readonly<Record<string, unknown>>;
  /** Where it is in the earlier schema. */
  readonly at: readonly string[];
  /** Where it is in the later schema. */
  readonly path: readonly string[];
  /** A member that may be left out before and now. */
  readonly isOmitted: boolean;
}

/** @throws TypeError if there is no schema */
export function placeIn(root: Written, at: readonly string[]): Written {
  let node: unknown = root;
  for (const segment of at) {
    node =
      typeof node === 'object' && node !== null
        ? Object.getOwnPropertyDescriptor(node, segment)?.value
        : undefined;
  }
  // A place of the draft, which is a copy.
  if (isRecord(node)) return node as Written;
  throw new TypeError('There is no schema at this place.');
}
