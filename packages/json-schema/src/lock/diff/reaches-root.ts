/** Whether a reference in a schema may lead to the schema itself, and not only to one of its definitions. */
export function reachesRoot(schema: object): boolean {
  const open: object[] = [schema];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const [keyword, value] of Object.entries(node)) {
      if (REFERENCES.has(keyword) && typeof value === 'string' && !DEFINITION.test(value)) return true;
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return false;
}

const REFERENCES: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);
const DEFINITION = /^#\/(?:\$defs|definitions)\//;
