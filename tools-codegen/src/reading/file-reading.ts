import type { Diagnostic, Place } from '@toolwright/program/diagnostics';
import type { ImportStyle } from '../manifest/module-specifier.js';
import type { SchemaEntry } from '../signature/schema-entry.js';
import type { ToolEntry } from '../signature/tool-entry.js';

/** The part of the manifest that comes from one source file, as plain data that can be stored and joined with other files. */
export interface FileReading {
  /** The absolute path. */
  readonly file: string;
  /** The module from which the file imports `tool`. */
  readonly library: string | undefined;
  /** The location of the file's first decorator `@tool`. */
  readonly decorator: Place | undefined;
  /** The decorators of NestJS on the file's tools that run something around handlers. */
  readonly enhancers: readonly Enhancer[];
  /** Whether the file imports the module that runs them around tools. */
  readonly importsNestModule: boolean;
  /** The ending of specifiers in the file's relative imports. */
  readonly importStyles: readonly ImportStyle[];
  /** The files with the base classes of the file's classes. */
  readonly bases: readonly string[];
  /** Tools that the manifest imports from this file, wherever they are declared. */
  readonly tools: readonly ToolReading[];
  /** Resources that the manifest imports from this file, wherever they are declared. */
  readonly resources: readonly ToolReading[];
  /** Types with `@schema`. */
  readonly schemas: readonly SchemaReading[];
  /** Findings from reading this file. They may point to other files. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A decorator such as `@UseGuards(RolesGuard)`. */
export interface Enhancer extends Place {
  readonly text: string;
}

export interface ToolReading {
  readonly entry: ToolEntry;
  readonly at: Place;
  /** The first declaration of an overridden method. Overrides with the same origin are one tool. */
  readonly origin: string;
}

export interface SchemaReading {
  readonly entry: SchemaEntry;
  readonly at: Place;
  /** Identifies the type. Several declarations of an interface are one type. */
  readonly type: string;
}
