import { readPlainOptions, SOURCE_FLAGS, SOURCE_VALUES } from '../../plain/plain-options.js';
import { DIFF_FORMATS, type DiffFormat, type DiffOptions, FAIL_ON, type FailOn } from './diff-options.js';

/** What `toolwright diff` is given. */
export interface PlainDiff {
  readonly base: string | undefined;
  readonly options: DiffOptions;
}

/** The usual arguments of `toolwright diff`: a base, if there is one, comes first. */
export function readPlainDiff(words: readonly string[]): PlainDiff | undefined {
  const [first = '-'] = words;
  const base = first === '' || first.startsWith('-') ? undefined : first;
  const options = readPlainOptions<DiffOptions>(base === undefined ? words : words.slice(1), {
    defaults: { project: 'tsconfig.json', cache: true, format: 'pretty' },
    flags: SOURCE_FLAGS,
    values: {
      ...SOURCE_VALUES,
      '--out': (out) => ({ out }),
      '-o': (out) => ({ out }),
      '--format': (format) => (isFormat(format) ? { format } : undefined),
      '--fail-on': (failOn) => (isFailOn(failOn) ? { failOn } : undefined),
    },
  });
  return options && { base, options };
}

function isFormat(text: string): text is DiffFormat {
  return DIFF_FORMATS.some((format) => format === text);
}

function isFailOn(text: string): text is FailOn {
  return FAIL_ON.some((verdict) => verdict === text);
}
