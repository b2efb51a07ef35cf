import { type JsonSchema, type JsonValue } from '@toolwright/contract';
/** The branch of a union that a value fits best; the first if none does. */
export declare function bestBranch(
  branches: readonly JsonSchema[],
  value: JsonValue | undefined,
  root: JsonSchema,
): number;
//# sourceMappingURL=fits.d.ts.map
