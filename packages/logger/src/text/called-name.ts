/** The name of a tool, and the former one by which a model called it. */
export function calledName({
  name,
  calledAs,
}: {
  readonly name: string;
  readonly calledAs?: string;
}): string {
  return calledAs === undefined ? name : `${name} (called as ${calledAs})`;
}
