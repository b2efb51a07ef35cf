import type { CodecPlan, ToolCodecs } from '@toolwright/contract';

/** How programs get the arguments or the result of a tool as real values, such as dates. */
export interface RealValues {
  readonly plan: CodecPlan;
  readonly definitions: ToolCodecs['definitions'];
}

/** Undefined if programs get JSON: for plans without real values, and with instances of classes, which programs write as JSON. */
export function realValues(
  plan: CodecPlan | undefined,
  codecs: ToolCodecs | undefined,
): RealValues | undefined {
  if (plan === undefined) return undefined;
  const definitions = codecs?.definitions;
  return JSON.stringify([plan, definitions]).includes('"kind":"class"') ? undefined : { plan, definitions };
}
