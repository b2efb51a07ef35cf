import {
  type CodecClasses,
  type CodecPlan,
  type ContainerPlan,
  type ScalarPlan,
  ToolwrightError,
} from '@toolwright/contract';
import { wireForm } from '../built-ins/built-in.js';
import { getBuiltIn } from '../built-ins/built-ins.js';
import { mapSteps } from '../built-ins/map.js';
import { setSteps } from '../built-ins/set.js';
import { classSteps, writtenSteps } from './class-steps.js';
import { type CodecIssue, decodeError, encodeError } from './codec-issue.js';
import { arraySteps, objectSteps, tupleSteps, unchanged } from './container-steps.js';
import { type Step, type Steps, Trail } from './trail.js';
import { unionSteps } from './union-steps.js';
import { createClassLookup, type FindClass } from './user-class.js';

/** Converts values to JSON and back. Never modifies its input. Parts without codecs stay unchanged. */
export interface Codec {
  /**
   * Decodes valid JSON to the objects that the type declares.
   * @throws the error that `decodeError` creates from all issues
   */
  decode(json: unknown): unknown;
  /**
   * Encodes a value of the type as JSON. Converts only parts with codecs, and does not check whether JSON can represent the rest.
   * @throws the error that `encodeError` creates from all issues
   */
  encode(value: unknown): unknown;
}

/** By default, errors in arguments blame the model, and errors in results blame the tool. */
export interface CodecOptions {
  readonly classes?: CodecClasses | undefined;
  readonly decodeError?: (issues: readonly CodecIssue[]) => Error;
  readonly encodeError?: (issues: readonly CodecIssue[]) => Error;
}

/**
 * Compiles a plan to a codec.
 * @param definitions the plans that `ref`s refer to, by name
 * @throws ToolwrightError `INVALID_TOOL` for a `ref` or a class without a definition
 */
export function compileCodec(
  plan: CodecPlan,
  definitions: Readonly<Record<string, CodecPlan>> = {},
  options: CodecOptions = {},
): Codec {
  const steps = new Compiler(definitions, createClassLookup(options.classes)).compileAll(plan);
  return {
    decode: runner(steps.decode, options.decodeError ?? decodeError),
    encode: runner(steps.encode, options.encodeError ?? encodeError),
  };
}

function runner(step: Step, toError: (issues: readonly CodecIssue[]) => Error): (value: unknown) => unknown {
  return (value) => {
    const trail = new Trail();
    const result = step(value, trail);
    if (trail.issues.length > 0) throw toError(trail.issues);
    return result;
  };
}

class Compiler {
  readonly #definitions: Readonly<Record<string, CodecPlan>>;
  readonly #findClass: FindClass;
  readonly #linked = new Map<string, Steps>();
  readonly #waiting: (() => void)[] = [];

  constructor(definitions: Readonly<Record<string, CodecPlan>>, findClass: FindClass) {
    this.#definitions = definitions;
    this.#findClass = findClass;
  }

  compileAll(plan: CodecPlan): Steps {
    const steps = this.compile(plan);
    // Compiling a definition may add further definitions.
    for (const compileLinked of this.#waiting) compileLinked();
    return steps;
  }

  readonly compile = (plan: CodecPlan | null | undefined): Steps => {
    if (plan === undefined || plan === null) return unchanged;
    if (!isContainerPlan(plan)) return scalarSteps(plan);
    switch (plan.kind) {
      case 'set':
        return setSteps(this.compile(plan.items));
      case 'map':
        return mapSteps(plan.form, this.compile(plan.keys), this.compile(plan.values));
      case 'object':
        return objectSteps(plan, this.compile);
      case 'array':
        return arraySteps(this.compile(plan.items));
      case 'tuple':
        return tupleSteps(plan.prefix.map(this.compile), this.compile(plan.rest));
      case 'union':
        return unionSteps(plan.branches, this.compile, this.#findClass);
      case 'class': {
        const json = this.compile(plan.json);
        return plan.name === undefined
          ? writtenSteps(json)
          : classSteps(plan.name, this.#findClass(plan.name), json);
      }
      case 'ref':
        return this.#link(plan.name);
      default:
        return plan satisfies never;
    }
  };

  /**
   * Links a definition. A definition may be recursive, and chains of definitions may be long. Definitions are therefore compiled one after
   * another, and the returned steps look up the compiled steps when they run.
   */
  #link(name: string): Steps {
    const known = this.#linked.get(name);
    if (known !== undefined) return known;
    const plan = Object.hasOwn(this.#definitions, name) ? this.#definitions[name] : undefined;
    if (plan === undefined) throw missing(name);
    let steps: Steps = unchanged;
    const lazy: Steps = {
      decode: (value, trail) => steps.decode(value, trail),
      encode: (value, trail) => steps.encode(value, trail),
    };
    this.#linked.set(name, lazy);
    this.#waiting.push(() => {
      steps = this.compile(plan);
    });
    return lazy;
  }
}

/** Whether a plan has parts, unlike the plan of a built-in such as `Date`. */
export function isContainerPlan(plan: CodecPlan): plan is ContainerPlan {
  return CONTAINERS.has(plan.kind);
}

const CONTAINER_KINDS: readonly ContainerPlan['kind'][] = [
  'set',
  'map',
  'object',
  'array',
  'tuple',
  'union',
  'class',
  'ref',
];
const CONTAINERS: ReadonlySet<string> = new Set(CONTAINER_KINDS);

function scalarSteps({ kind, format }: ScalarPlan): Steps {
  const builtIn = getBuiltIn(kind);
  // Collections have their own kinds of plans.
  return builtIn.parts === undefined ? wireForm(builtIn, format) : unchanged;
}

function missing(name: string): ToolwrightError {
  return new ToolwrightError('INVALID_TOOL', `A tool's codecs refer to '${name}' but do not define it.`, {
    blame: 'developer',
    hint: 'Generate the manifest again: npx toolwright codegen.',
  });
}
