import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Place } from '../diagnostics/place.js';
import type { ImportStyle } from '../manifest/module-specifier.js';
import type { SchemaEntry } from '../signature/schema-entry.js';
import type { ToolEntry } from '../signature/tool-entry.js';

/** What one source file adds to the manifest. Plain data: it can be kept, and joined with what other files add. */
export interface FileReading {
  /** Absolute. */
  readonly file: string;
  /** The module from which the file imports `tool`. */
  readonly library: string | undefined;
  /** How the file writes the ends of relative imports. */
  readonly importStyles: readonly ImportStyle[];
  /** The files of the classes that its classes extend. */
  readonly bases: readonly string[];
  /** Tools that the manifest imports from this file, wherever they are written. */
  readonly tools: readonly ToolReading[];
  /** Types with `@schema`. */
  readonly schemas: readonly SchemaReading[];
  /** What was found while all this was read; places may be in other files. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ToolReading {
  readonly entry: ToolEntry;
  /** Where the tool's name stands. */
  readonly at: Place;
  /** The first declaration of an overridden method: overrides are the same tool. */
  readonly origin: string;
}

export interface SchemaReading {
  readonly entry: SchemaEntry;
  readonly at: Place;
  /** Several declarations of one interface are one type. */
  readonly type: string;
}
