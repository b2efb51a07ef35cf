import type { CodecBranch, CodecPlan } from '@toolwright/contract';
import { compileShape, type ShapeTest } from '../shape/compile-shape.js';
import type { Step, Steps } from './trail.js';
import type { FindClass } from './user-class.js';

interface Branch {
  readonly json: ShapeTest;
  readonly exact: ShapeTest;
  readonly loose: ShapeTest;
  readonly isClass: boolean;
  /** Whether its values are the same in memory and in JSON. */
  readonly isPlain: boolean;
  readonly steps: Steps;
}

/**
 * Returns steps that use the first branch whose shape fits. For values in memory, classes take precedence over plain objects, because an
 * instance may have the same members. An exact fit takes precedence over a fit with unknown members or a subclass.
 */
export function unionSteps(
  branches: readonly CodecBranch[],
  compile: (plan: CodecPlan | undefined) => Steps,
  findClass: FindClass,
): Steps {
  const compiled = branches.map(({ shape, plan }): Branch => {
    const inMemory = (closed: boolean): ShapeTest =>
      compileShape(shape, { form: 'memory', closed, findClass });
    return {
      json: compileShape(shape, { form: 'json', closed: true }),
      exact: inMemory(true),
      loose: inMemory(false),
      isClass: shape.class !== undefined,
      isPlain: plan === undefined,
      steps: compile(plan),
    };
  });
  const classes = compiled.filter(({ isClass }) => isClass);
  const others = compiled.filter(({ isClass }) => !isClass);
  const inMemory = (value: unknown): Branch | undefined => fitting(classes, value) ?? fitting(others, value);
  const step =
    (direction: keyof Steps, find: (value: unknown) => Branch | undefined): Step =>
    (value, trail) => {
      const branch = find(value);
      return branch === undefined
        ? trail.refuse('one of the members of its union type', value)
        : branch.steps[direction](value, trail);
    };
  // A plain branch may accept any value, such as an object with a `Date`. A branch that encodes the whole value takes precedence.
  const encode = step('encode', inMemory);
  const planned = compiled.filter(({ isPlain }) => !isPlain);
  const encodePlain: Step = (value, trail) => {
    const branch = inMemory(value);
    const other = branch?.isPlain ? planned.find(({ exact }) => exact(value)) : undefined;
    const written = other && trail.attempt(value, other.steps.encode);
    return written === undefined ? encode(value, trail) : written.value;
  };
  return {
    decode: step('decode', (value) => compiled.find(({ json }) => json(value))),
    encode: planned.length === compiled.length ? encode : encodePlain,
  };
}

function fitting(branches: readonly Branch[], value: unknown): Branch | undefined {
  return branches.find(({ exact }) => exact(value)) ?? branches.find(({ loose }) => loose(value));
}
