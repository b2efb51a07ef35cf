/** Returns the segments of a JSON pointer (RFC 6901), with or without the `#` of a URI fragment: `#/$defs/a~1b` → `['$defs', 'a/b']`. */
export function pointerSegments(pointer: string): string[] {
  const isFragment = pointer.startsWith('#');
  const segments = (isFragment ? pointer.slice(1) : pointer).split('/').slice(1);
  return segments.map((segment) => {
    const plain = isFragment ? decodeFragment(segment) : segment;
    return plain.replaceAll('~1', '/').replaceAll('~0', '~');
  });
}

export function escapeSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns the value at a pointer; undefined if it does not exist. Ignores inherited members. */
export function findByPointer(root: unknown, pointer: string): unknown {
  let value = root;
  for (const segment of pointerSegments(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = Object.getOwnPropertyDescriptor(value, segment)?.value;
  }
  return value;
}

/** Formats a path in JavaScript notation: `['filters', '0', 'full name']` → `filters[0]["full name"]`; empty for the root. */
export function formatPath(segments: readonly string[]): string {
  let path = '';
  for (const segment of segments) {
    if (/^(0|[1-9]\d*)$/.test(segment)) path += `[${segment}]`;
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(segment)) path += path === '' ? segment : `.${segment}`;
    else path += `[${JSON.stringify(segment)}]`;
  }
  return path;
}

function decodeFragment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // The `%` does not begin a valid escape, so the segment is used literally.
    return segment;
  }
}
