/** Gives all that a sink got while programs leaked secrets. */
export type Sink = () => Promise<string>;

export const WHOLE = {
  depth: 40,
  maxStringLength: Number.POSITIVE_INFINITY,
  maxArrayLength: Number.POSITIVE_INFINITY,
  showHidden: true,
};

export function stackOf(error: unknown): string {
  return error instanceof Error ? `${error.stack}${stackOf(error.cause)}` : '';
}
