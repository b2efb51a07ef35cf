/** The parts of OpenAPI 3.0 and 3.1 that an import reads. Nothing of a document is trusted to have this form before it is checked. */
export interface Operation {
  readonly operationId?: unknown;
  readonly summary?: unknown;
  readonly description?: unknown;
  readonly deprecated?: unknown;
  readonly tags?: unknown;
  readonly parameters?: unknown;
  readonly requestBody?: unknown;
  readonly responses?: unknown;
  readonly security?: unknown;
  readonly servers?: unknown;
}

/** The methods of HTTP that operations have. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** Something to tell about a document. */
export interface ImportNote {
  /** The operation, `GET /pets`, or the part of the document, `components/schemas/Pet`. */
  readonly place: string;
  readonly message: string;
}
