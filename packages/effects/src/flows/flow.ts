import type { EffectPath } from '../effect.js';

/** The three parts of the lethal trifecta, in the order of reports. */
export const FLOW_ROLES = ['privateData', 'untrustedContent', 'waysOut'] as const;

/** The role of a tool in a conversation: it reads private data, brings in third-party text, or can send data out of the program. */
export type FlowRole = (typeof FLOW_ROLES)[number];

/** Whether the code proves something (`yes`), or does not exclude it (`may`). */
export type Certainty = 'yes' | 'may';

/** A tool in a cell of the matrix. If the reason is a hint or a type, the path is the tool itself. */
export interface FlowEntry extends EffectPath {
  readonly tool: string;
  readonly certainty: Certainty;
  /** An effect, a hint or a type: `net`, `openWorld: true`, `Untrusted<…>`, `unknown: package left-pad`. */
  readonly reason: string;
  /** The sub-agents and handoffs that lead to the tool, outermost first. */
  readonly via: readonly string[];
}

/** The combined effects of the tools of an agent or a registry. */
export interface ToolFlows {
  readonly kind: 'agent' | 'registry';
  readonly name: string;
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly line: number;
  /** Sorted by name. */
  readonly tools: readonly string[];
  readonly cells: Readonly<Record<FlowRole, readonly FlowEntry[]>>;
  /** Whether all three parts come together. `may` if only code that cannot be analysed completes them. */
  readonly trifecta: Certainty | 'no';
  /** Whether the policy `separate` keeps the parts apart at run time. */
  readonly separated: boolean;
}

/**
 * The values of `forbid`. `trifecta`: all three parts in one agent; `unknown`: even if only code that cannot be analysed completes them.
 */
export type Forbidden = 'trifecta' | 'unknown';
