import { isRecord } from '@toolwright/contract';

/** A schema that was read from a file and is not yet checked. */
export type Written = Record<string, unknown>;

/** The same place of two schemas. */
export interface Place {
  readonly before: Written | Readonly<Record<string, unknown>>;
  readonly after: Written | Readonly<Record<string, unknown>>;
  /** Its path in the earlier schema. */
  readonly at: readonly string[];
  /** Its path in the later schema. */
  readonly path: readonly string[];
  /** Whether it is a member that was and is optional. */
  readonly isOmitted: boolean;
}

/** @throws TypeError if there is no schema at this place */
export function placeIn(root: Written, at: readonly string[]): Written {
  let node: unknown = root;
  for (const segment of at) {
    node =
      typeof node === 'object' && node !== null
        ? Object.getOwnPropertyDescriptor(node, segment)?.value
        : undefined;
  }
  // A place in the draft, which is a copy.
  if (isRecord(node)) return node as Written;
  throw new TypeError('There is no schema at this place.');
}
