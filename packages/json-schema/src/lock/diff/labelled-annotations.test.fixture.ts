import type { ToolAnnotations } from '@toolwright/contract';
import type { ChangeVerdict } from './contract-change.js';

const B = 'breaking';
const C = 'compatible';
const M = 'model-visible';

export const ANNOTATIONS: readonly (readonly [ToolAnnotations, ToolAnnotations, ChangeVerdict])[] = [
  [{ readOnly: true }, {}, B],
  [{ readOnly: true }, { readOnly: false }, B],
  [{}, { readOnly: true }, C],
  [{}, { destructive: true }, B],
  [{ destructive: true }, {}, C],
  [{ destructive: false }, {}, B],
  [{}, { destructive: false }, C],
  [{ openWorld: false }, { openWorld: true }, B],
  [{ openWorld: false }, {}, B],
  [{}, { openWorld: false }, C],
  [{ openWorld: true }, {}, C],
  [{ needsApproval: true }, {}, B],
  [{}, { needsApproval: true }, C],
  [{ idempotent: true }, {}, C],
  [{ timeoutMs: 2_000 }, { timeoutMs: 1_000 }, B],
  [{ timeoutMs: 1_000 }, { timeoutMs: 2_000 }, C],
  [{ title: 'A' }, { title: 'B' }, M],
  [{}, { deprecated: true }, M],
  [{ tags: ['a'] }, { tags: ['b'] }, M],
];
