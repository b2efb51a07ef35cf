/**
 * Whether a stream may show colors: `FORCE_COLOR` decides first, as in Node, then `NO_COLOR`, then whether the stream is
 * a terminal.
 * @see https://nodejs.org/api/cli.html#force_color1-2-3
 * @see https://no-color.org
 */
export function wantsColor(
  stream: { readonly isTTY?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (env.FORCE_COLOR !== undefined) return !['0', 'false'].includes(env.FORCE_COLOR);
  if (env.NO_COLOR) return false;
  return stream.isTTY === true && env.TERM !== 'dumb';
}
