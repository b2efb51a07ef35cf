import { readPlainOptions, SOURCE_FLAGS, SOURCE_VALUES } from '../../plain/plain-options.js';
import { type CodegenOptions, isModuleName } from './codegen-options.js';
import { DIAGNOSTIC_FORMATS, type Format } from './print-report.js';

const readModule = (out: string): Partial<CodegenOptions> | undefined =>
  isModuleName(out) ? { out } : undefined;

/** The usual arguments of `toolwright codegen`. */
export function readPlainCodegen(words: readonly string[]): CodegenOptions | undefined {
  return readPlainOptions<CodegenOptions>(words, {
    defaults: { project: 'tsconfig.json', cache: true, format: 'pretty' },
    flags: {
      ...SOURCE_FLAGS,
      '--check': { check: true },
      '--validators': { validators: true },
      '--timing': { timing: true },
      '--verbose': { verbose: true },
    },
    values: {
      ...SOURCE_VALUES,
      '--out': readModule,
      '-o': readModule,
      '--format': (format) => (isFormat(format) ? { format } : undefined),
    },
  });
}

function isFormat(text: string): text is Format {
  return DIAGNOSTIC_FORMATS.some((format) => format === text);
}
