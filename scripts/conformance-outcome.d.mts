export function readOutcome(run: { readonly code: number | null; readonly output: string }): {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly reason: string;
  readonly warnings: number;
};
