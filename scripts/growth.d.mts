export function growth(
  run: (size: number) => unknown,
  sizes: readonly [number, number, number],
): Promise<string>;
