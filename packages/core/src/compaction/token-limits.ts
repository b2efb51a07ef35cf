import { invalidConfig } from '../base/invalid-config.js';

/** The maximum number of tokens in the history, including the system message but not the tools, before it is compacted. */
export type HistoryLimit =
  | { readonly maxHistoryTokens: number; readonly maxTokens?: undefined }
  | {
      /** @deprecated Use `maxHistoryTokens`: in a request, `maxTokens` limits the answer. */
      readonly maxTokens: number;
      readonly maxHistoryTokens?: undefined;
    };

/** @throws ToolwrightError `INVALID_CONFIG` */
export function checkTokenLimits(
  name: string,
  options: HistoryLimit & { readonly keepTokens?: number | undefined },
  share: number,
): { readonly limit: number; readonly keepTokens: number } {
  const limit = options.maxHistoryTokens ?? options.maxTokens;
  const keepTokens = options.keepTokens ?? limit * share;
  if (limit > 0 && keepTokens > 0 && keepTokens <= limit) return { limit, keepTokens };
  throw invalidConfig(
    `${name} received maxHistoryTokens ${limit} and keepTokens ${options.keepTokens}.`,
    "Pass numbers above 0, with 'keepTokens' at most 'maxHistoryTokens'.",
  );
}
