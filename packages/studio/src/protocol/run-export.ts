/** `GET /api/runs/<runId>/export?format=…`: the run as a file, `html` (the default) or `json`. Secrets are masked. */
export interface RunExport {
  /** The name of the file. */
  readonly file: string;
  /** Its media type. */
  readonly type: string;
  readonly text: string;
}
