import { optionsOf } from './options.js';
import type { ToolAnnotations } from './tools.js';

/** The hints about a tool, for checking those that plain JavaScript gives. */
export const ANNOTATIONS = optionsOf<ToolAnnotations>()({
  'a string': 'title',
  'a number': 'timeoutMs',
  'true or false': 'readOnly destructive idempotent openWorld deprecated needsApproval',
  'a list': 'tags',
  'an object': 'meta',
});
