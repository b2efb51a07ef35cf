/** A number of tokens as a provider reports it; undefined for anything that cannot be one. */
export function tokenCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
