import type { ShownError } from './requests.js';

/** `GET /api/problems`: the project's codegen diagnostics. */
export interface ProblemsReply {
  /** `off`: codegen is not installed, or the project has no `tsconfig.json`. */
  readonly status: 'off' | 'reading' | 'read';
  readonly diagnostics: readonly StudioDiagnostic[];
  /** The time at which the project was read, in milliseconds since 1970. */
  readonly at?: number;
  /** The reason codegen failed or is off. */
  readonly failure?: ShownError;
}

/** A codegen diagnostic. */
export interface StudioDiagnostic {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The source line. */
  readonly text?: string;
  /** The number of columns that the diagnostic marks. */
  readonly length?: number;
  readonly fix?: string;
}
