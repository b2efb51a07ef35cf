/** The segments of a reference within a document, such as `#/$defs/A`. */
export function segmentsOf(ref: string): readonly string[] {
  const pointer = ref.slice(2);
  if (pointer === '') return [];
  return pointer.split('/').map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
