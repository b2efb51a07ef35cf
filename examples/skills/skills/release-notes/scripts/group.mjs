/** Groups commit titles by their kind: `feat: search` belongs to `feat`. */
const groups = {};
for (const title of process.argv.slice(2)) {
  const [, kind = 'other', text = title] = /^(\w+)(?:\([^)]*\))?!?: (.*)$/.exec(title) ?? [];
  groups[kind] = [...(groups[kind] ?? []), text];
}
console.log(JSON.stringify(groups));
