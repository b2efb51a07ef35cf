import { areExclusive } from '../union/are-exclusive.js';
import { Undecided } from './budget.js';
import { constraintsOf } from './constraint.js';
import type { Side } from './side.js';
import { isParts, type Part } from './verdict.js';

/** A conjunction of schemas whose references and unions were expanded. */
export interface Alternative {
  readonly nodes: readonly object[];
  readonly opaque: ReadonlySet<string>;
}

/** Expands a conjunction of schemas into alternatives. Each `anyOf` multiplies their number. */
export function alternativesOf(parts: readonly Part[], side: Side): readonly Alternative[] {
  const found: Alternative[] = [];
  const open: State[] = [
    { todo: parts.map((part) => ({ part, above: undefined })), nodes: [], opaque: NOTHING },
  ];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    // The cost is proportional to the size, because each state is copied.
    side.budget.spend(1 + Math.floor((state.todo.length + state.nodes.length) / SIZE_PER_UNIT));
    const [next, ...todo] = state.todo;
    if (next === undefined) found.push(state);
    else if (next.part === true) open.push({ ...state, todo });
    else if (next.part !== false) open.push(...enter(next.part, next, { ...state, todo }, side).reverse());
  }
  return found;
}

interface State extends Alternative {
  readonly todo: readonly Next[];
}

interface Next {
  readonly part: Part;
  /** The enclosing schemas that apply to the same value. */
  readonly above: Chain | undefined;
}

interface Chain {
  readonly part: Part;
  readonly above: Chain | undefined;
}

const NOTHING: ReadonlySet<string> = new Set();
const MAX_CHAIN = 100;
const SIZE_PER_UNIT = 64;

function enter(part: object, next: Next, state: State, side: Side): State[] {
  refuseCircle(part, next.above);
  if (state.nodes.includes(part)) return [state];
  const lead = (more: readonly Part[]): Next[] =>
    more.map((one) => ({ part: one, above: { part, above: next.above } }));
  let states: State[] = [{ ...state, nodes: [...state.nodes, part] }];
  for (const [keyword, value] of constraintsOf(part)) {
    const hide = (): void => {
      states = states.map((one) => ({
        ...one,
        opaque: new Set([...one.opaque, side.textOf(keyword, value)]),
      }));
    };
    const add = (more: readonly Part[]): void => {
      states = states.map((one) => ({ ...one, todo: [...lead(more), ...one.todo] }));
    };
    if (keyword === '$ref') {
      const target = side.resolve(value);
      if (target === undefined) hide();
      else add([target]);
    } else if (keyword === 'allOf' && isParts(value)) add(value);
    else if (keyword === 'allOf' || keyword === 'anyOf' || keyword === 'oneOf') {
      if (keyword === 'allOf' || !isParts(value) || value.length === 0) {
        hide();
        continue;
      }
      if (keyword === 'oneOf' && !areExclusive(value, (ref) => side.resolve(ref))) hide();
      side.budget.spend(states.length * value.length);
      states = states.flatMap((one) =>
        lead(value).map((branch) => ({ ...one, todo: [branch, ...one.todo] })),
      );
    }
  }
  return states;
}

function refuseCircle(part: Part, above: Chain | undefined): void {
  let length = 0;
  for (let link = above; link !== undefined; link = link.above) {
    length += 1;
    if (link.part === part || length > MAX_CHAIN) throw new Undecided('a schema refers to itself');
  }
}
