import type { DecoratorProblem } from '@toolwright/program/compiler';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { SchemaOrigins } from '../emit/schema-origins.js';
import type { ModuleKind } from '../manifest/module-kind.js';
import type { StyleRules } from '../manifest/module-specifier.js';
import type { FileReading } from './file-reading.js';

/** Everything needed to print the generated modules. */
export interface ProjectReading {
  /** Absolute; printed paths are relative to it. */
  readonly projectDir: string;
  /** Absolute path of the manifest. */
  readonly outFile: string;
  readonly kind: ModuleKind;
  readonly readings: readonly FileReading[];
  readonly origins: SchemaOrigins;
  /** The module from which the manifest imports its type. */
  readonly library: string;
  readonly style: StyleRules;
  /** The toolchains that do not compile the decorators of the project's tools. */
  readonly decoratorProblems: readonly DecoratorProblem[];
  /** After syntax errors, the project is not read further, because its types would be meaningless. */
  readonly syntaxErrors: readonly Diagnostic[];
}
