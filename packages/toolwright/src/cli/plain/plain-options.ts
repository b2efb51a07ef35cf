/** What one option sets; undefined for a value that commander has to refuse. */
type ReadValue<Options> = (value: string) => Partial<Options> | undefined;

/** The usual options of a command. */
export interface PlainOptions<Options> {
  readonly defaults: Options;
  readonly flags: Readonly<Record<string, Partial<Options>>>;
  readonly values: Readonly<Record<string, ReadValue<Options>>>;
}

/** Options that read sources, of every command that does. */
export interface PlainSourceOptions {
  readonly project?: string;
  readonly cache?: boolean;
}

export const SOURCE_FLAGS: Readonly<Record<'--no-cache', PlainSourceOptions>> = {
  '--no-cache': { cache: false },
};

export const SOURCE_VALUES: Readonly<Record<'--project' | '-p', ReadValue<PlainSourceOptions>>> = {
  '--project': (project) => ({ project }),
  '-p': (project) => ({ project }),
};

/**
 * Reads the usual options of a command as commander would, without loading it: that takes as long as an unchanged run of codegen. Returns
 * undefined for everything else.
 */
export function readPlainOptions<Options extends object>(
  words: readonly string[],
  { defaults, flags, values }: PlainOptions<Options>,
): Options | undefined {
  const left = [...words];
  let options = defaults;
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    const read = Object.hasOwn(values, name) ? values[name] : undefined;
    const found = flag ?? (read && readValue(read, left.shift()));
    if (found === undefined) return undefined;
    options = { ...options, ...found };
  }
  return options;
}

function readValue<Options>(
  read: ReadValue<Options>,
  value: string | undefined,
): Partial<Options> | undefined {
  return value === undefined || value === '' || value.startsWith('-') ? undefined : read(value);
}
