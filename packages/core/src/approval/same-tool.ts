import { type FormerNames, findTool, type ToolSpec } from '@toolwright/contract';

/** Stored facts that show whether a name still refers to the same tool. Earlier versions stored none of them. */
export interface HeldIdentity {
  /** The tool's name at that time; the call may have used a former name. */
  readonly name?: string;
  /** Absent if another tool had the same description. */
  readonly description?: string;
  readonly was?: FormerNames;
  /** Other tools that declared this tool's name as one of their former names. */
  readonly claimedBy?: readonly string[];
}

type Named = Pick<ToolSpec, 'name' | 'description' | 'was'>;

/** Creates a function that returns the facts that distinguish a tool from all others. */
export function createIdentifier(tools: readonly Named[]): (tool: Named) => HeldIdentity {
  const counts = new Map<string, number>();
  const claims = new Map<string, string[]>();
  for (const { name, description, was } of tools) {
    counts.set(description, (counts.get(description) ?? 0) + 1);
    for (const former of was?.tool ?? []) {
      const others = claims.get(former);
      if (others === undefined) claims.set(former, [name]);
      else others.push(name);
    }
  }
  return ({ name, description, was }) => {
    const claimedBy = claims.get(name)?.filter((other) => other !== name) ?? [];
    return {
      name,
      ...(description !== '' && counts.get(description) === 1 && { description }),
      ...(was && { was }),
      ...(claimedBy.length > 0 && { claimedBy }),
    };
  };
}

/** Explains why a name now reaches a different tool than when the call was made; undefined if it reaches the same tool or none. */
export function findOtherTool(
  name: string,
  before: HeldIdentity,
  tools: readonly ToolSpec[],
): string | undefined {
  const now = findTool(tools, name);
  if (now === undefined) return undefined;
  const { name: own = name, description, claimedBy = [] } = before;
  if (findTool(tools, own) !== now) return `'${name}' was '${own}' and is now '${now.name}'${ANOTHER}`;
  const heir = tools.find((tool) => tool !== now && hadName(tool, own) && !isOneOf(tool, claimedBy));
  if (heir !== undefined)
    return `'${own}' is now '${heir.name}', and another tool has its former name${ANOTHER}`;
  if (description === undefined || description === now.description) return undefined;
  const moved = tools.find((tool) => tool !== now && tool.description === description);
  return moved && `'${own}' is now '${moved.name}'${ANOTHER}`;
}

const ANOTHER = ', so the call would reach another tool.';

function hadName({ was }: Named, name: string): boolean {
  return was?.tool?.includes(name) === true;
}

function isOneOf(tool: Named, names: readonly string[]): boolean {
  return names.some((name) => tool.name === name || hadName(tool, name));
}
