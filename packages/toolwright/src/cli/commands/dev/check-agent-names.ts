import { userError } from '../../user-error.js';

/**
 * The page, and the sessions of a store, know an agent by its name alone.
 * @param references what `--agent` names, in the order of the agents
 * @throws ToolwrightError `INVALID_CONFIG` if two agents have the same name
 */
export function checkAgentNames(
  agents: readonly { readonly name: string }[],
  references: readonly string[],
): void {
  const seen = new Map<string, string | undefined>();
  for (const [position, { name }] of agents.entries()) {
    const reference = references[position];
    if (seen.has(name)) {
      const message = `Two agents have the name '${name}': --agent ${seen.get(name)} and --agent ${reference}.`;
      throw userError('INVALID_CONFIG', message, 'Give one of them another `name`, or leave one out.');
    }
    seen.set(name, reference);
  }
}
