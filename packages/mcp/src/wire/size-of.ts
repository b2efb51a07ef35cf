/** About how long a value parsed from JSON was as a text. Without recursion: a server decides how deep it is. */
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
