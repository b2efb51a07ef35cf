/** Returns the approximate length of a value as JSON. Iterative, because a server can send values of any depth. */
export function sizeOf(root: unknown): number {
  let size = 0;
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    size += typeof value === 'string' ? value.length : 1;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (!Array.isArray(value)) size += key.length;
      open.push(member);
    }
  }
  return size;
}
