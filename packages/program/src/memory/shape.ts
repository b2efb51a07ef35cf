export type Shape<T> = Readonly<Record<keyof T, true>>;

/**
 * Checks the keys of a stored object. A checksum only proves that nobody edited the file, and another version of codegen may store
 * different fields.
 */
export function hasShape<T extends object>(value: unknown, shape: Shape<T>): value is T {
  return typeof value === 'object' && value !== null && Object.keys(shape).every((key) => key in value);
}
