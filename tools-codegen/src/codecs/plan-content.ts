/** The definitions that a plan refers to, once for each `ref`, and the ids of its classes. */
export interface PlanContent {
  readonly refs: readonly string[];
  readonly classes: readonly string[];
}

/** Returns the references in a part of codecs, and its JSON without the names of `ref`s. */
export function describePlan(part: unknown): PlanContent & { readonly text: string } {
  const refs: string[] = [];
  const classes: string[] = [];
  const text = JSON.stringify(part, function (this: unknown, key: string, value: unknown) {
    if (isClassName(this, key, value)) classes.push(value);
    if (!isRef(value)) return value;
    refs.push(value.name);
    return { kind: value.kind };
  });
  return { refs, classes, text };
}

/** Whether a part of a plan is a reference. Other parts may have a `kind` as well, but with another value. */
export function isRef(part: unknown): part is { readonly kind: 'ref'; readonly name: string } {
  return typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'ref';
}

/** Whether a member of a plan or of a shape is a class name. */
export function isClassName(part: unknown, key: string, value: unknown): value is string {
  if (typeof value !== 'string' || typeof part !== 'object' || part === null) return false;
  return key === 'class' || (key === 'name' && 'kind' in part && part.kind === 'class');
}
