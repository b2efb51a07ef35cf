/**
 * The entry whose key begins a model's name, the longest where several do. Names go on with a dash, a colon or an `@`, so that
 * `gpt-4` begins `gpt-4-0613`, but not `gpt-45`; a key that ends with a dot or a dash begins whatever follows.
 */
export function findByPrefix<T>(table: Readonly<Record<string, T>>, model: string): T | undefined {
  let found: string | undefined;
  for (const prefix of Object.keys(table)) {
    if (beginsName(model, prefix) && prefix.length > (found?.length ?? 0)) found = prefix;
  }
  return found === undefined ? undefined : table[found];
}

function beginsName(model: string, prefix: string): boolean {
  if (!model.startsWith(prefix)) return false;
  const next = model.charAt(prefix.length);
  return /[.-]$/.test(prefix) || next === '' || '-:@'.includes(next);
}
