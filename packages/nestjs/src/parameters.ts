import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import type { CallShape } from '@toolwright/contract';

/** A parameter of a tool that pipes see; the `ToolContext` is none. */
export interface PipedParameter {
  readonly index: number;
  /** The name; undefined for a parameter that takes all arguments, as a `@Body()` without a name does. */
  readonly name: string | undefined;
  readonly metatype: unknown;
  /** The pipes of a decorator such as `@Param('id', ParseIntPipe)` on the same parameter. */
  readonly pipes: readonly (Type<PipeTransform> | PipeTransform)[];
  readonly isRest: boolean;
}

/** @param holder the class whose parameter decorators count */
export function pipedParameters(holder: object, member: string, call: CallShape): readonly PipedParameter[] {
  const types: unknown = Reflect.getMetadata('design:paramtypes', Reflect.get(holder, 'prototype'), member);
  const decorated: unknown = Reflect.getMetadata(ROUTE_ARGUMENTS, holder, member);
  const last = call.parameters.length - 1;
  return call.parameters.flatMap((name, index) => {
    if (name === null) return [];
    const pipes = Object.values(Object(decorated)).flatMap(pipesOf(index));
    const isRest = call.rest === true && index === last;
    const metatype: unknown = Array.isArray(types) ? types[index] : undefined;
    return [{ index, name: call.whole ? undefined : name, metatype, pipes, isRest }];
  });
}

/** The key under which Nest keeps the decorators of parameters. */
const ROUTE_ARGUMENTS = '__routeArguments__';

function pipesOf(index: number) {
  return (decorator: unknown): PipedParameter['pipes'] => {
    const pipes: unknown = Reflect.get(Object(decorator), 'pipes');
    // What stands in the decorator is a list of pipes.
    return Reflect.get(Object(decorator), 'index') === index && Array.isArray(pipes) ? pipes : [];
  };
}

/** What a pipe learns of a value. Values that are real objects already are not described as classes, of which pipes would make new ones. */
export function pipeMetadata({ metatype, name }: PipedParameter, value: unknown): ArgumentMetadata {
  // An argument that is left out is no object that a pipe could validate.
  const isClass = isOwnClass(metatype) && value !== undefined && !(value instanceof metatype);
  const isSimple = SIMPLE.has(metatype);
  return {
    type: 'body',
    data: name,
    metatype: isClass || isSimple ? (metatype as Type) : undefined, // all of them are constructors
  };
}

const SIMPLE: ReadonlySet<unknown> = new Set([String, Number, Boolean, Array, Object, Date]);

/** Whether a type is a class of the program, and not one of the language such as `Map`. */
export function isOwnClass(type: unknown): type is Type {
  return typeof type === 'function' && Reflect.get(globalThis, type.name) !== type;
}
