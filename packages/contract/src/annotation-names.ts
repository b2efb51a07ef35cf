import { optionsOf } from './options.js';
import type { ToolAnnotations } from './tools.js';

/** The names and types of a tool's annotations, for checking values from plain JavaScript. */
export const ANNOTATIONS = optionsOf<ToolAnnotations>()({
  'a string': 'title',
  'a number': 'timeoutMs',
  'true or false': 'readOnly destructive idempotent openWorld deprecated needsApproval',
  'a list': 'tags',
  'an object': 'meta',
});
