import { isRecord } from '@toolwright/contract';

/** A schema that was read from a file and is not validated yet. */
export type Written = Record<string, unknown>;

/** Corresponding parts of two schemas. */
export interface Place {
  readonly before: Written | Readonly<Record<string, unknown>>;
  readonly after: Written | Readonly<Record<string, unknown>>;
  /** The path in the earlier schema. */
  readonly at: readonly string[];
  /** The path in the later schema. */
  readonly path: readonly string[];
  /** Whether the part is a member that was and is optional. */
  readonly isOmitted: boolean;
}

/** @throws TypeError if there is no schema at this path */
export function placeIn(root: Written, at: readonly string[]): Written {
  let node: unknown = root;
  for (const segment of at) {
    node =
      typeof node === 'object' && node !== null
        ? Object.getOwnPropertyDescriptor(node, segment)?.value
        : undefined;
  }
  // The root is a copy, so it can be modified.
  if (isRecord(node)) return node as Written;
  throw new TypeError('There is no schema at this path.');
}
