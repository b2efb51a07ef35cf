import { type Capability, VERIFY } from '../capability/capability.js';
import { loadCapabilities } from '../capability/load-capabilities.js';
import { gitCapabilities } from '../git-capabilities.js';

/** Returns the critic's instructions, from the agent's own capability `verify` or from the built-in one. */
export async function loadVerifyPrompt(capabilities: readonly Capability[] = []): Promise<string> {
  const own = capabilities.find(({ name }) => name === VERIFY);
  if (own !== undefined) return own.taskPrompt;
  const [builtIn] = await loadCapabilities(new URL(`${VERIFY}.toml`, gitCapabilities));
  return builtIn?.taskPrompt ?? '';
}
