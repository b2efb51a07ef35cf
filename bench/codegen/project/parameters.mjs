/**
 * The parameters that methods choose from. `defaultValue` adds an initializer, `inferred` leaves the type to that initializer, `optional`
 * adds a question mark.
 * @typedef {{ domain: string, neighbour: string, entity: string }} Place
 * @typedef {{ name: string, type: string, doc: string, defaultValue?: string, jsonDefault?: string, inferred?: true, optional?: true }} Parameter
 */

/** @type {((place: Place) => Parameter)[]} */
export const PARAMETERS = [
  () => ({ name: 'limit', type: 'number', doc: 'How many at most', defaultValue: '20', inferred: true }),
  () => ({
    name: 'locale',
    type: 'string',
    doc: 'Language of texts, e.g. "nb-NO"',
    defaultValue: "'en-GB'",
    jsonDefault: '"en-GB"',
  }),
  () => ({
    name: 'dryRun',
    type: 'boolean',
    doc: 'Only say what would happen',
    defaultValue: 'false',
    inferred: true,
  }),
  () => ({
    name: 'threshold',
    type: 'number',
    doc: 'Leave out what scores lower, from 0 to 1',
    defaultValue: '0.5',
  }),
  () => ({
    name: 'order',
    type: "'newest' | 'oldest' | 'relevance'",
    doc: 'What comes first',
    defaultValue: "'newest'",
    jsonDefault: '"newest"',
  }),
  () => ({ name: 'priority', type: '1 | 2 | 3', doc: 'One is the most urgent' }),
  ({ domain }) => ({
    name: 'status',
    type: `${domain}Status`,
    doc: 'The status to move to',
    defaultValue: `${domain}Status.Active`,
    jsonDefault: '"active"',
  }),
  ({ domain }) => ({ name: 'statuses', type: `${domain}Status[]`, doc: 'Only those with one of these' }),
  ({ domain }) => ({ name: 'channel', type: `${domain}Channel`, doc: 'How to reach people' }),
  () => ({ name: 'tags', type: 'string[]', doc: 'Labels, without duplicates' }),
  () => ({
    name: 'lineItems',
    type: '{ sku: string; quantity: number; price: Money }[]',
    doc: 'What is charged',
  }),
  ({ entity }) => ({ name: 'filter', type: `${entity}Filter`, doc: 'Leave out what does not match' }),
  () => ({ name: 'address', type: 'Address', doc: 'Where it is sent' }),
  () => ({ name: 'budget', type: 'Money | null', doc: 'The most it may cost; null for no limit' }),
  () => ({ name: 'note', type: 'string', doc: 'A remark for colleagues', optional: true }),
  () => ({ name: 'reference', type: 'string | null', doc: 'The number in another system, if there is one' }),
  ({ entity }) => ({ name: 'changes', type: `Partial<${entity}>`, doc: 'The fields to change' }),
  ({ entity }) => ({
    name: 'fields',
    type: `Pick<${entity}, 'title' | 'status'>`,
    doc: 'What it starts with',
  }),
  () => ({ name: 'labels', type: 'Record<string, string>', doc: 'Free-form labels by name' }),
  () => ({
    name: 'weights',
    type: "Record<'low' | 'medium' | 'high', number>",
    doc: 'How much each level counts',
  }),
  () => ({ name: 'page', type: "PageRequest<'title' | 'createdAt'>", doc: 'Which page to return' }),
  ({ entity }) => ({ name: 'batch', type: `Batch<${entity}>`, doc: 'What to handle together' }),
  () => ({ name: 'period', type: 'DateRange', doc: 'The days to look at', optional: true }),
  ({ domain }) => ({ name: 'trigger', type: `${domain}Trigger`, doc: 'What starts it' }),
  ({ neighbour }) => ({ name: 'owner', type: `${neighbour}Owner`, doc: 'Who becomes responsible' }),
  ({ domain }) => ({
    name: 'delivery',
    type: `{ channel: ${domain}Channel; retry?: { attempts: number; backoff: 'linear' | 'exponential' }; recipients: { name: string; email: string }[] }`,
    doc: 'How and to whom the outcome is told',
  }),
];

/** @type {((place: Place) => { type: string, doc: string, plain?: true })[]} A `plain` result is not a closed object. */
export const RESULTS = [
  ({ entity }) => ({ type: `Page<${entity}>`, doc: 'One page of what was found' }),
  ({ entity }) => ({ type: entity, doc: 'The state after the change' }),
  ({ entity }) => ({ type: `${entity} | null`, doc: 'What was found, or null', plain: true }),
  ({ entity }) => ({ type: `${entity}[]`, doc: 'All that was affected', plain: true }),
  () => ({ type: 'number', doc: 'How many were affected', plain: true }),
  () => ({ type: 'void', doc: '', plain: true }),
  () => ({ type: 'Record<string, number>', doc: 'A count for every name', plain: true }),
  () => ({ type: '{ accepted: boolean; reference: string; cost: Money }', doc: 'What was agreed' }),
  ({ domain }) => ({ type: `${domain}Settings`, doc: 'The settings that now hold' }),
];
