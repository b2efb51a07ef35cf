import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
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
export function assertEnhancersKnown({ holder, wrapper }: Checked, member: string): void {
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
          isLoaded(wrapper, wrapper.host?.injectables.get(enhancer as never)); // a class is a token
        if (!isKnown) throw unknownEnhancer(label, decorator, enhancer.name);
      }
    }
  }
  const own = new Set<unknown>(Reflect.getMetadataKeys(method));
  // Guards of its own are a decision; what the guards before read, such as roles, may be none of theirs.
  const isKept = own.has(KINDS[0][0]) ? isEnhancer : mayGuard;
  if (overridden.some((one) => Reflect.getMetadataKeys(one).some((key) => isKept(key) && !own.has(key))))
    throw lostDecorators(label);
}

type Checked = Pick<ToolProvider, 'holder' | 'wrapper'>;

/** Whether Nest has an instance of an enhancer for a provider. For what a factory returns, it creates none for a request. */
function isLoaded(provider: InstanceWrapper, enhancer: InstanceWrapper | undefined): boolean {
  if (enhancer === undefined) return false;
  return !provider.isNotMetatype || (enhancer.isDependencyTreeStatic() && !enhancer.isTransient);
}

function isEnhancer(key: unknown): boolean {
  return KINDS.some(([kind]) => kind === key);
}

/** Whether a guard may read this. Routes and types belong to one method. */
function mayGuard(key: unknown): boolean {
  if (isEnhancer(key)) return true;
  return typeof key !== 'string' || !/^(?:design:|__|swagger\/|(?:path|method|sse)$)/.test(key);
}

/** The definitions of a method, that of the most derived class first. */
export function definitions(prototype: object, member: string): readonly object[] {
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
    `${label} overrides a method with decorators such as @UseGuards that it lacks, so the call would pass unguarded. ${hint}`,
    { blame: 'developer', hint },
  );
}
