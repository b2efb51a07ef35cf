/** Returns the list index to which a key moves; undefined for other keys. */
export function nextIndex(key: string, index: number, count: number, page: number): number | undefined {
  if (count === 0) return undefined;
  const clamp = (to: number) => Math.min(count - 1, Math.max(0, to));
  switch (key) {
    case 'ArrowDown':
      return clamp(index + 1);
    case 'ArrowUp':
      return clamp(index - 1);
    case 'PageDown':
      return clamp(index + Math.max(1, page));
    case 'PageUp':
      return clamp(index - Math.max(1, page));
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
