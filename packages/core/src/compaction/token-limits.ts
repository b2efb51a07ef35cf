import { invalidConfig } from '../agent/invalid-config.js';

/** @throws ToolwrightError `INVALID_CONFIG` */
export function checkTokenLimits(
  name: string,
  { maxTokens, keepTokens }: { readonly maxTokens: number; readonly keepTokens?: number | undefined },
  share: number,
): { readonly maxTokens: number; readonly keepTokens: number } {
  const kept = keepTokens ?? maxTokens * share;
  if (maxTokens > 0 && kept > 0 && kept <= maxTokens) return { maxTokens, keepTokens: kept };
  throw invalidConfig(
    `${name} got maxTokens ${maxTokens} and keepTokens ${keepTokens}.`,
    "Give numbers above 0, 'keepTokens' at most 'maxTokens'.",
  );
}
