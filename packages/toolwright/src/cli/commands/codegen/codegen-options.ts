import type { GenerateOptions } from '@toolwright/codegen';
import type { CliIo } from '../../process/cli-io.js';
import type { ProjectOptions } from '../../project/project-options.js';
import type { Format } from './print-report.js';

/** The options of `toolwright codegen`. */
export interface CodegenOptions extends ProjectOptions {
  readonly out?: string;
  readonly check?: true;
  readonly watch?: true;
  readonly provider?: readonly string[];
  readonly validators?: true;
  readonly timing?: true;
  readonly effects?: true;
  readonly format: Format;
  readonly verbose?: true;
}

export function generateOptions(
  { project, out, include, exclude, provider: providers, validators, cache }: CodegenOptions,
  { cwd }: CliIo,
): GenerateOptions {
  return { cwd, project, out, include, exclude, providers, validators, cache };
}
