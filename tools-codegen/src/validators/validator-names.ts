/** Returns the names of the tools' validators, in the same order: `forecast` → `validateForecast`. Duplicate names get a number. */
export function validatorNames(toolNames: readonly string[]): string[] {
  const used = new Set<string>();
  return toolNames.map((toolName) => {
    const base = toIdentifier(toolName);
    let name = base;
    for (let count = 2; used.has(name); count += 1) name = `${base}_${count}`;
    used.add(name);
    return name;
  });
}

/** Converts a tool name, which may contain dots and hyphens, to an identifier. */
function toIdentifier(toolName: string): string {
  const words = toolName.replaceAll(/[^A-Za-z0-9_]+/g, '_');
  return `validate${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
