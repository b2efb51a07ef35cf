type Step = readonly [title: string, step: () => number | Promise<number>];

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export function runSteps(
  command: string,
  steps: readonly Step[],
  output?: { readonly stream?: Output; readonly tickMs?: number },
): Promise<number>;
