import type { ToolOptions } from '@toolwright/contract';
import type { Effect, EffectStep, FoundEffect, ToolEffects } from '../effect.js';
import type { Certainty, FlowEntry, FlowRole } from './flow.js';
import type { TypeTraits } from './type-traits.js';

export type RoleReason = Pick<FlowEntry, 'certainty' | 'reason' | 'path' | 'omitted'>;

/** The reasons for each role of a tool, certain reasons first. */
export type ToolRoles = Readonly<Record<FlowRole, readonly RoleReason[]>>;

/** The facts that determine the roles of a tool. */
export interface RoleFacts {
  readonly tool: ToolEffects;
  readonly options: ToolOptions;
  readonly types: TypeTraits;
  /** The tool itself, as the path for reasons that are not calls. */
  readonly step: EffectStep;
}

type RoleEffects = Readonly<Partial<Record<Effect, Certainty>>>;

/**
 * Effects that read private data. A started program may read files and use the network; evaluated text and unknown code may do anything.
 */
const PRIVATE: RoleEffects = {
  'fs.read': 'yes',
  db: 'yes',
  env: 'yes',
  process: 'may',
  eval: 'may',
  unknown: 'may',
};
const UNTRUSTED: RoleEffects = { net: 'yes', process: 'may', eval: 'may', unknown: 'may' };
const OUT: RoleEffects = { net: 'yes', process: 'yes', eval: 'may', unknown: 'may' };

/** Determines the roles of a tool in a conversation from its effects, hints and types. */
export function rolesOf({ tool, options, types, step }: RoleFacts): ToolRoles {
  const because = (reason: string): RoleReason => ({ certainty: 'yes', reason, path: [step] });
  const reaches = options.openWorld === true ? [because('openWorld: true')] : [];
  const secrets = types.takesSecret ? [because('Secret<…> in the context')] : [];
  const untrusted = types.isUntrusted ? [because('Untrusted<…> in the result')] : [];
  return {
    privateData: sorted([...secrets, ...readEffects(tool.effects, PRIVATE)]),
    // A tool without a result does not bring text into the conversation.
    untrustedContent: types.givesResult
      ? sorted([...untrusted, ...reaches, ...readEffects(tool.effects, UNTRUSTED)])
      : [],
    waysOut: sorted([...reaches, ...readEffects(tool.effects, OUT)]),
  };
}

function readEffects(effects: readonly FoundEffect[], role: RoleEffects): RoleReason[] {
  return effects.flatMap(({ effect, reason, ...way }) => {
    const certainty = role[effect];
    if (certainty === undefined) return [];
    return [{ certainty, reason: reason === undefined ? effect : `${effect}: ${reason}`, ...way }];
  });
}

function sorted(reasons: readonly RoleReason[]): RoleReason[] {
  const certain = reasons.filter(({ certainty }) => certainty === 'yes');
  return [...certain, ...reasons.filter(({ certainty }) => certainty === 'may')];
}
