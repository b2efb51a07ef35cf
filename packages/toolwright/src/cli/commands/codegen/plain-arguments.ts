import { type CodegenOptions, isModuleName } from './codegen-options.js';
import { DIAGNOSTIC_FORMATS, type Format } from './print-report.js';

type Options = Partial<CodegenOptions>;

const FLAGS: ReadonlyMap<string, Options> = new Map<string, Options>([
  ['--check', { check: true }],
  ['--validators', { validators: true }],
  ['--timing', { timing: true }],
  ['--verbose', { verbose: true }],
  ['--no-cache', { cache: false }],
  ['--no-worker', { worker: false }],
]);

const readModule: ReadOption = (out) => (isModuleName(out) ? { out } : undefined);

type ReadOption = (value: string) => Options | undefined;

const VALUES: ReadonlyMap<string, ReadOption> = new Map<string, ReadOption>([
  ['--project', (project) => ({ project })],
  ['-p', (project) => ({ project })],
  ['--out', readModule],
  ['-o', readModule],
  ['--format', (format) => (isFormat(format) ? { format } : undefined)],
]);

/**
 * Reads the usual arguments of `toolwright codegen` as commander would, without loading it: that takes as long as an unchanged run.
 * Returns undefined for everything else.
 */
export function readPlainArguments([command, ...args]: readonly string[]): CodegenOptions | undefined {
  if (command !== 'codegen') return undefined;
  const words = [...args];
  let options: CodegenOptions = { project: 'tsconfig.json', cache: true, worker: true, format: 'pretty' };
  for (let name = words.shift(); name !== undefined; name = words.shift()) {
    const read = FLAGS.get(name) ?? readValue(name, words.shift());
    if (read === undefined) return undefined;
    options = { ...options, ...read };
  }
  return options;
}

function readValue(name: string, value: string | undefined): Options | undefined {
  return value === undefined || value === '' || value.startsWith('-') ? undefined : VALUES.get(name)?.(value);
}

function isFormat(text: string): text is Format {
  return DIAGNOSTIC_FORMATS.some((format) => format === text);
}
