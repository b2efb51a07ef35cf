/** The cases of a file. */
export interface Dataset<Case = unknown> {
  readonly kind: 'toolwright-dataset';
  /** Relative to the file of the eval. */
  readonly file: string;
  readonly toCase?: ((row: never) => Case) | undefined;
}
