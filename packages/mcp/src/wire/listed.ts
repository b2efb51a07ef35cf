/** The lists that the protocol defines, by the method that requests them. */
export const LISTS = {
  'tools/list': { member: 'tools', noun: 'tools', capability: 'tools', option: 'maxTools' },
  'resources/list': { member: 'resources', noun: 'resources', capability: 'resources', option: 'maxListed' },
  'resources/templates/list': {
    member: 'resourceTemplates',
    noun: 'resource templates',
    capability: 'resources',
    option: 'maxListed',
  },
  'prompts/list': { member: 'prompts', noun: 'prompts', capability: 'prompts', option: 'maxListed' },
} as const;

export type ListMethod = keyof typeof LISTS;

export function isListMethod(method: string): method is ListMethod {
  return Object.hasOwn(LISTS, method);
}

/** The key that hides a list from the SDK. */
const LISTED = 'toolwright/listed';

/** Hides the entries of a list from the SDK, which refuses a whole list because of one bad entry since 2026-07-28. */
export function setAside<Result extends Readonly<Record<string, unknown>>>(
  method: ListMethod,
  result: Result,
): Result {
  const { member } = LISTS[method];
  return { ...result, [member]: [], [LISTED]: result[member] };
}

/** Reverses {@link setAside}. */
export function putBack(
  method: ListMethod,
  result: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { [LISTED]: listed, ...rest } = result;
  return LISTED in result ? { ...rest, [LISTS[method].member]: listed } : rest;
}
