export interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly unknown[];
  }[];
}

export function suitesNotLoaded(report: Pick<JestReport, 'testResults'>): string[];

export function failuresOf(report: Pick<JestReport, 'testResults'>): string[];

export function sumsOf(
  first: JestReport,
  again?: JestReport,
): { readonly passed: number; readonly failed: number };
