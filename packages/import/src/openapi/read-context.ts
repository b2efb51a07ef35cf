import type { Documents, Part } from './documents.js';
import type { SchemaReader } from './schema-reader.js';

/** What the readers of parts share. */
export interface ReadContext {
  readonly documents: Documents;
  readonly schemas: SchemaReader;
  readonly note: (place: string, message: string) => void;
  /** Reads the address of the servers of a part. */
  readonly server: (part: Part, place: string) => string | undefined;
}

/** Something to tell about a document. */
export interface ImportNote {
  /** The operation, `GET /pets`, or the part of the document, `components/schemas/Pet`. */
  readonly place: string;
  readonly message: string;
}

/** Returns a text without spaces around it; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
