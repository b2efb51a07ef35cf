import type { Documents } from './documents.js';
import type { SchemaReader } from './schema-reader.js';

/** What the readers of parts share. */
export interface ReadContext {
  readonly documents: Documents;
  readonly schemas: SchemaReader;
  readonly note: (place: string, message: string) => void;
  /** Reads the address of the servers of a part. */
  readonly server: (servers: unknown, base: string, place: string) => string | undefined;
}

/** A part of an operation. */
export interface PartPlace {
  /** The address of the document. */
  readonly base: string;
  readonly place: string;
  readonly path: string;
}
