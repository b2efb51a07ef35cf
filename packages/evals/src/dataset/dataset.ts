/** The cases of a file. */
export interface Dataset<Case = unknown> {
  readonly kind: 'toolwright-dataset';
  /** Relative to the file of the eval. */
  readonly file: string;
  /** Converts a row or an object of the file to a case. */
  readonly toCase?: ((row: DatasetRow) => Case) | undefined;
}

/** A line of a dataset: the object of a JSON line, or the texts of a CSV record by column. */
export type DatasetRow = Readonly<Record<string, unknown>>;

/**
 * Reads cases from JSON Lines (`.jsonl`, `.ndjson`) or CSV (`.csv`): members or columns `id`, `input`, `expected`, `tags`, `context`.
 * In CSV, tags are separated by commas, and a context is JSON.
 * @param file relative to the file of the eval
 * @param toCase converts rows with other members or columns
 */
// The compiler cannot check a file: the eval that uses the dataset decides about the type of its cases.
export function dataset(file: string): Dataset<never>;
export function dataset<Case>(file: string, toCase: (row: DatasetRow) => Case): Dataset<Case>;
export function dataset<Case>(file: string, toCase?: (row: DatasetRow) => Case): Dataset<Case> {
  return { kind: 'toolwright-dataset', file, toCase };
}
