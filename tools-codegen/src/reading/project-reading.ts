import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { SchemaOrigins } from '../emit/schema-origins.js';
import type { ModuleKind } from '../manifest/module-kind.js';
import type { StyleRules } from '../manifest/module-specifier.js';
import type { FileReading } from './file-reading.js';

/** All that the generated modules are made from. */
export interface ProjectReading {
  /** Absolute; what is printed is relative to it. */
  readonly projectDir: string;
  /** Absolute path of the manifest. */
  readonly outFile: string;
  readonly kind: ModuleKind;
  /** By file. */
  readonly readings: readonly FileReading[];
  /** Where the schemas of the readings come from. */
  readonly origins: SchemaOrigins;
  /** The module from which the manifest imports its type. */
  readonly library: string;
  readonly style: StyleRules;
  /** Of such a program nothing else is read: its types mean nothing. */
  readonly syntaxErrors: readonly Diagnostic[];
}
