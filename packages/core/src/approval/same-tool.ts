import { type FormerNames, findTool, type ToolSpec } from '@toolwright/contract';

/** Stored facts that tell whether a name still means the same tool. Earlier versions stored none of them. */
export interface HeldIdentity {
  /** The name that the tool had; the call may have used a former one. */
  readonly name?: string;
  /** Absent if another tool had the same description. */
  readonly description?: string;
  readonly was?: FormerNames;
  /** Other tools that used its name as a former name. */
  readonly claimedBy?: readonly string[];
}

type Named = Pick<ToolSpec, 'name' | 'description' | 'was'>;

/** Creates a function that returns the facts which tell a tool from all others. */
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

/** Explains how a name now reaches another tool than when the call was made; undefined if it reaches the same tool or none. */
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
  if (heir !== undefined) return `'${own}' is '${heir.name}' now, and another tool has its name${ANOTHER}`;
  if (description === undefined || description === now.description) return undefined;
  const moved = tools.find((tool) => tool !== now && tool.description === description);
  return moved && `'${moved.name}' is now what '${own}' was${ANOTHER}`;
}

const ANOTHER = ', so the call would reach another tool.';

function hadName({ was }: Named, name: string): boolean {
  return was?.tool?.includes(name) === true;
}

function isOneOf(tool: Named, names: readonly string[]): boolean {
  return names.some((name) => tool.name === name || hadName(tool, name));
}
