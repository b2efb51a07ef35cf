/** What begins a command in the log of a GitHub job. */
const COMMAND = /^[^\S\n]*:(?=:)|#(?=#\[)/gm;

/** The stream of messages of a program that may run in a GitHub job, whose runner obeys what a text of a model or a file says. */
export function withoutCommands<Stream extends NodeJS.WritableStream>(
  stream: Stream,
  env: NodeJS.ProcessEnv,
): Stream {
  if (env.GITHUB_ACTIONS !== 'true') return stream;
  const write = (text: string) => stream.write(text.replace(COMMAND, '$& '));
  return Object.create(stream, { write: { value: write } });
}
