import { type Capability, PLAIN_TEXT, VERIFY } from './capability/capability.js';
import { invalidConfig } from './capability/invalid-config.js';
import { assertUnique } from './capability/load-capabilities.js';
import type { CapabilityAgentConfig } from './capability-agent-config.js';
import { checkModelConfig } from './model/build-client.js';
import { resolveStyle } from './style/resolve-style.js';
import { checkLimits } from './task/task-limits.js';

/** @throws ToolwrightError `INVALID_CONFIG` */
export function checkConfig(config: CapabilityAgentConfig): void {
  const { capabilities = [], outputs = {}, style, styles } = config;
  checkModelConfig(config);
  checkOutputs(capabilities, Object.keys(outputs));
  resolveStyle(style, '', styles);
  checkAllLimits(config);
}

function checkAllLimits({ limits, subagent }: Pick<CapabilityAgentConfig, 'limits' | 'subagent'>): void {
  if (limits !== undefined) checkLimits(limits, 'limits');
  for (const [name, one] of Object.entries(limits?.capabilities ?? {})) {
    checkLimits(one, `limits.capabilities.${name}`);
  }
  if (subagent) checkLimits(subagent, 'subagent');
}

function checkOutputs(capabilities: readonly Capability[], types: readonly string[]): void {
  assertUnique(capabilities);
  if (types.includes(PLAIN_TEXT)) {
    throw invalidConfig(
      `The output name '${PLAIN_TEXT}' is reserved for plain-text answers.`,
      'Rename the output.',
    );
  }
  for (const { name, outputType, file } of capabilities) {
    if (name === VERIFY || outputType === PLAIN_TEXT || types.includes(outputType)) continue;
    throw invalidConfig(
      `${file}: the output_type '${outputType}' of '${name}' is not one of the agent's outputs: ${[...types, PLAIN_TEXT].join(', ')}.`,
      `Add the output: outputs: { ${outputType}: ${outputType}Schema }.`,
    );
  }
}
