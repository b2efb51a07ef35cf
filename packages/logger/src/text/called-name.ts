/** Returns the name of a tool, followed by the former name that the model used, if any. */
export function calledName({
  name,
  calledAs,
}: {
  readonly name: string;
  readonly calledAs?: string;
}): string {
  return calledAs === undefined ? name : `${name} (called as ${calledAs})`;
}
