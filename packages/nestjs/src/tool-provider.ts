import { ModuleRef, type ModulesContainer } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import { ToolwrightError } from '@toolwright/contract';

/** A provider or controller that has tools. */
export interface ToolProvider {
  readonly wrapper: InstanceWrapper;
  /** The key of its module in the container, by which Nest finds the enhancers of the module. */
  readonly moduleKey: string;
  /** The module's own reference, which resolves its providers. */
  readonly moduleRef: ModuleRef;
  /** The instance; an object of the same class, without its fields, for a provider that has an instance for each request. */
  readonly target: object;
  readonly holder: Class;
  /** Whether it has an instance for each request. */
  readonly isScoped: boolean;
}

/** A class, of a module or of a provider. */
export type Class = abstract new (...args: never[]) => object;

/** Modules or providers. */
export interface Selection {
  readonly include?: readonly Class[] | undefined;
  readonly exclude?: readonly Class[] | undefined;
}

/**
 * Finds the providers and controllers that have tools, each once. Reads no property of an instance, so that no getter runs.
 * @throws ToolwrightError `DUPLICATE_TOOL` for a class that two modules provide, because Nest makes an instance for each of them
 */
export function findToolProviders(
  modules: ModulesContainer,
  hasTools: (target: object) => boolean,
  { include, exclude = [] }: Selection,
): readonly ToolProvider[] {
  const found = new Map<object, ToolProvider>();
  for (const [moduleKey, module] of modules) {
    const moduleRef = module.providers.get(ModuleRef)?.instance as ModuleRef; // every module provides it
    for (const wrapper of [...module.providers.values(), ...module.controllers.values()]) {
      const provider = describeProvider(wrapper);
      if (provider === undefined || !hasTools(provider.target)) continue;
      const classes: unknown[] = [module.metatype, provider.holder];
      if (include !== undefined && !include.some((one) => classes.includes(one))) continue;
      if (exclude.some((one) => classes.includes(one))) continue;
      const key = provider.isScoped ? wrapper : provider.target;
      if (!found.has(key)) found.set(key, { ...provider, wrapper, moduleKey, moduleRef });
    }
  }
  refuseTwice([...found.values()]);
  return [...found.values()];
}

function describeProvider(
  wrapper: InstanceWrapper,
): Pick<ToolProvider, 'target' | 'holder' | 'isScoped'> | undefined {
  if (wrapper.isAlias) return undefined;
  const isScoped = !wrapper.isDependencyTreeStatic() || wrapper.isTransient;
  if (isScoped) {
    // A factory tells its class by its token alone.
    const holder: unknown = wrapper.isNotMetatype ? wrapper.token : wrapper.metatype;
    if (!isClass(holder)) return undefined;
    return { target: Object.create(holder.prototype), holder, isScoped };
  }
  const target: unknown = wrapper.instance;
  if (typeof target !== 'object' || target === null) return undefined;
  const holder: unknown = wrapper.isNotMetatype ? constructorOf(target) : wrapper.metatype;
  return isClass(holder) && holder !== Object ? { target, holder, isScoped } : undefined;
}

function constructorOf(target: object): unknown {
  const prototype: unknown = Object.getPrototypeOf(target);
  return Object.getOwnPropertyDescriptor(Object(prototype), 'constructor')?.value;
}

function isClass(value: unknown): value is Class & { readonly prototype: object } {
  return typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null;
}

function refuseTwice(providers: readonly ToolProvider[]): void {
  for (const [index, { holder, wrapper }] of providers.entries()) {
    const other = providers.slice(0, index).find((before) => before.holder === holder);
    if (other === undefined) continue;
    const places = [other.wrapper, wrapper].map(({ host }) => host?.name ?? 'an unknown module');
    const hint = 'Provide it in one of them and export it from there, or exclude one of the modules.';
    throw new ToolwrightError(
      'DUPLICATE_TOOL',
      `${holder.name} is provided twice, by ${places.join(' and ')}, and its tools can only be registered once. ${hint}`,
      { blame: 'developer', hint },
    );
  }
}
