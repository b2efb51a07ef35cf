import type { EffectPath } from '../effect.js';

/** The three parts of the lethal trifecta, in the order of reports. */
export const FLOW_ROLES = ['privateData', 'untrustedContent', 'waysOut'] as const;

/**
 * What a tool can be in a conversation: it reads private data, it brings text that others wrote, or it can carry data out of the program.
 */
export type FlowRole = (typeof FLOW_ROLES)[number];

/** Whether the code shows it, or cannot exclude it. */
export type Certainty = 'yes' | 'may';

/** A tool in one cell of the matrix. For a hint or a type, its path is the tool itself. */
export interface FlowEntry extends EffectPath {
  readonly tool: string;
  readonly certainty: Certainty;
  /** An effect, a hint or a type: `net`, `openWorld: true`, `Untrusted<…>`, `unknown: package left-pad`. */
  readonly reason: string;
  /** The agents through which the tool is reached: sub-agents and handoffs, the outermost first. */
  readonly via: readonly string[];
}

/** What the tools of one agent, or of one registry, can do together. */
export interface ToolFlows {
  readonly kind: 'agent' | 'registry';
  readonly name: string;
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly line: number;
  /** By name. */
  readonly tools: readonly string[];
  readonly cells: Readonly<Record<FlowRole, readonly FlowEntry[]>>;
  /** Whether all three come together: `may` if only code that cannot be followed completes them. */
  readonly trifecta: Certainty | 'no';
  /** Whether the policy `separate` keeps them apart at run time. */
  readonly separated: boolean;
}

/** What `forbid` can forbid: all three in one agent, also where only code that cannot be followed completes them. */
export type Forbidden = 'trifecta' | 'unknown';
