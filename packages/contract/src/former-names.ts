import type { FormerNames, ToolSpec } from './tools.js';

/**
 * Finds the tool that a caller means by a name: the tool with this name, otherwise the only tool that formerly had it. Returns undefined if
 * no tool or several tools had the name.
 */
export function findTool<Tool extends Pick<ToolSpec, 'name' | 'was'>>(
  tools: readonly Tool[],
  name: string,
): Tool | undefined {
  const present = tools.find((tool) => tool.name === name);
  if (present !== undefined) return present;
  const [former, another] = tools.filter(({ was }) => was?.tool?.includes(name));
  return another === undefined ? former : undefined;
}

/** Arguments with their current names, or a message that says why they cannot be renamed. */
export type PresentArguments =
  | { readonly ok: true; readonly args: object }
  | { readonly ok: false; readonly parameter: string; readonly message: string };

/**
 * Renames arguments from former to current names, in a copy that keeps their order. Returns the same object if there is nothing to rename.
 * An argument sent under both names is refused, because it is unclear which value is meant.
 */
export function withPresentNames(args: object, parameters: FormerNames['parameters'] = {}): PresentArguments {
  const given = Object.keys(args);
  if (!given.some((name) => Object.hasOwn(parameters, name))) return { ok: true, args };
  const members = new Map<string, unknown>();
  const written = new Map<string, string>();
  for (const [name, value] of Object.entries(args)) {
    const present = (Object.hasOwn(parameters, name) ? parameters[name] : undefined) ?? name;
    const other = written.get(present);
    if (other !== undefined && value !== undefined && members.get(present) !== undefined) {
      return { ok: false, parameter: present, message: sentTwice(present, other, name) };
    }
    if (other === undefined || value !== undefined) members.set(present, value);
    written.set(present, name);
  }
  return { ok: true, args: Object.fromEntries(members) };
}

function sentTwice(present: string, one: string, other: string): string {
  const names = [one, other].filter((name) => name !== present).map((name) => `'${name}'`);
  const former =
    names.length > 1 ? `${names.join(' and ')} are former names` : `${names[0]} is a former name`;
  return `${former} of '${present}': send only '${present}'.`;
}
