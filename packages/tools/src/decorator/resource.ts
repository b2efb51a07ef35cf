import type { ResourceOptions } from '@toolwright/contract';
import {
  type AnyFunction,
  decorate,
  isElement,
  markGiven,
  misuse,
  outdated,
  type ToolDecorator,
} from './decorate.js';
import { RESOURCE } from './mark.js';

/**
 * Marks a method or a function as a resource with a URI: text or data that MCP clients list and read. In a URI template, `{name}` and
 * `{+name}` are the parameters. Use it as `@resource(uri)`, `@resource(uri, { … })`, `resource(uri, fn)` or `resource(uri, { … }, fn)`.
 * Nothing is wrapped: the last two forms return `fn` itself.
 * @throws ToolwrightError `INVALID_TOOL` if the URI is missing, or if the target is not a public method or a function
 */
export interface ResourceMarker {
  <Fn extends AnyFunction>(uri: string, fn: Fn): Fn;
  <Fn extends AnyFunction>(uri: string, options: ResourceOptions, fn: Fn): Fn;
  (uri: string, options?: ResourceOptions): ToolDecorator;
}

/** Marks methods and functions as resources. See {@link ResourceMarker}. */
// Callers see the overloads. A single implementation distinguishes them by their arguments.
export const resource: ResourceMarker = ((...args: unknown[]) => {
  const [uri, second, third] = args;
  if (isElement(uri)) throw outdated(RESOURCE);
  if (typeof uri !== 'string') throw misuse(RESOURCE, 'A resource without a URI');
  if (typeof second === 'function') return markGiven(RESOURCE, second, { uri });
  const value = { ...Object(second), uri };
  if (typeof third === 'function') return markGiven(RESOURCE, third, value);
  return (...decorated: unknown[]) => decorate(RESOURCE, decorated, value);
}) as ResourceMarker;
