import { ToolwrightError } from '@toolwright/contract';
import type { ToolProvider } from './tool-provider.js';

/** What Nest keeps on classes and methods: the key, the decorator, and the method of a class that needs no instance. */
const KINDS = [
  ['__guards__', '@UseGuards', 'canActivate'],
  ['__pipes__', '@UsePipes', 'transform'],
  ['__interceptors__', '@UseInterceptors', 'intercept'],
  ['__exceptionFilters__', '@UseFilters', 'catch'],
] as const;

/**
 * Checks that Nest runs every enhancer of a tool. It would skip a class that it has no instance of, and those of a method that is
 * overridden.
 * @throws ToolwrightError `INVALID_TOOL`
 */
export function assertEnhancersKnown(provider: ToolProvider, member: string): void {
  const { holder, wrapper } = provider;
  const label = `${holder.name}.${member}`;
  const [method, ...overridden] = definitions(holder.prototype, member);
  if (method === undefined) return;
  for (const [key, decorator, entry] of KINDS) {
    for (const place of [holder, method]) {
      const enhancers: unknown = Reflect.getMetadata(key, place);
      for (const enhancer of Array.isArray(enhancers) ? enhancers : []) {
        const isKnown =
          typeof enhancer !== 'function' ||
          typeof Reflect.get(enhancer, entry) === 'function' ||
          wrapper.host?.injectables.has(enhancer as never) === true; // a class is a token
        if (!isKnown) throw unknownEnhancer(label, decorator, enhancer.name);
      }
    }
  }
  const lost = overridden.find((one) => Reflect.getMetadataKeys(one).length > 0);
  if (lost !== undefined && Reflect.getMetadataKeys(method).length === 0) throw lostDecorators(label);
}

/** The definitions of a method, that of the most derived class first. */
function definitions(prototype: object, member: string): readonly object[] {
  const found: object[] = [];
  for (let holder: object | null = prototype; holder !== null; holder = Object.getPrototypeOf(holder)) {
    const value: unknown = Object.getOwnPropertyDescriptor(holder, member)?.value;
    if (typeof value === 'function') found.push(value);
  }
  return found;
}

function unknownEnhancer(label: string, decorator: string, name: string): ToolwrightError {
  const hint =
    'Provide the class itself (`providers: [Orders]`), so that Nest creates the instances of its decorators.';
  return new ToolwrightError(
    'INVALID_TOOL',
    `${label} has ${decorator}(${name}), but Nest has no instance of ${name} for it, and would not ask it. ${hint}`,
    { blame: 'developer', hint },
  );
}

function lostDecorators(label: string): ToolwrightError {
  const hint = 'Repeat the decorators on the overriding method.';
  return new ToolwrightError(
    'INVALID_TOOL',
    `${label} overrides a method with decorators such as @UseGuards and has none itself, so the call would pass unguarded. ${hint}`,
    { blame: 'developer', hint },
  );
}
