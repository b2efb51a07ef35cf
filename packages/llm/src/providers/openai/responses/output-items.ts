import { isRecord, largestOf, type TokenLogprob } from '@toolwright/contract';
import type { ReplayPart } from './replay.js';
import { SettledText } from './settled-text.js';

type Fields = Readonly<Record<string, unknown>>;

export interface OutputItem {
  /** Unique for each item. */
  readonly index: number;
  readonly ids: Set<string>;
  /** The type, such as `message`, `function_call` or `reasoning`; undefined if only a part of the item was read. */
  type: string | undefined;
  readonly text: SettledText;
  readonly reasoning: SettledText;
  refusal: string;
  logprobs: TokenLogprob[];
  call: { id: string | undefined; name: string | undefined; arguments: string } | undefined;
  /** The status of a call that must not be executed, although its arguments may look complete. */
  broken: string | undefined;
  /** The parts to send in place of the item in a later request, once its final form has arrived. */
  replay: readonly ReplayPart[] | undefined;
}

/** The items of one response. Compatible servers may omit `output_index` or ids, or change an item's ids. */
export class OutputItems {
  /** The items in the order in which they started. */
  readonly all: OutputItem[] = [];
  readonly #byIndex = new Map<number, OutputItem>();
  readonly #byId = new Map<string, OutputItem>();

  /** Returns the item that an event belongs to. Creates the item on its first event. */
  of({ type: event, output_index: index, item_id: itemId, item }: Fields, type?: string): OutputItem {
    const given = isRecord(item) ? item : {};
    const id = textOf(itemId) ?? textOf(given.id);
    const isUnmarked = index === undefined && id === undefined && event !== 'response.output_item.added';
    const found = this.#find(id, index, event === 'response.output_item.added');
    return this.#note(
      found ?? (isUnmarked ? this.all.at(-1) : undefined) ?? this.#add(index),
      id,
      textOf(given.type) ?? type,
    );
  }

  /** Returns the item to which an entry of the complete output belongs. Servers may omit entries. */
  ofEntry(entry: Fields, index: number, taken: ReadonlySet<OutputItem>): OutputItem {
    const [id, type] = [textOf(entry.id), textOf(entry.type)];
    const fits = (item: OutputItem | undefined) =>
      item !== undefined && !taken.has(item) && (item.type === undefined || item.type === type);
    const marked = this.#find(id, index);
    const found = fits(marked) ? marked : this.all.find(fits);
    return this.#note(found ?? this.#add(index), id, type);
  }

  /** Finds an item by id, or by index if items share an id. @param begins whether a new id at the same index starts a new item */
  #find(id: string | undefined, index: unknown, begins = false): OutputItem | undefined {
    const byIndex = typeof index === 'number' ? this.#byIndex.get(index) : undefined;
    const byId = id === undefined ? undefined : this.#byId.get(id);
    if (id === undefined || byIndex?.ids.has(id)) return byIndex;
    if (!begins) return byId ?? byIndex;
    return typeof index === 'number' ? undefined : byId;
  }

  #add(wanted: unknown): OutputItem {
    const isFree = typeof wanted === 'number' && !this.#byIndex.has(wanted);
    const item: OutputItem = {
      index: isFree ? wanted : largestOf(this.#byIndex.keys(), -1) + 1,
      ids: new Set(),
      type: undefined,
      text: new SettledText(''),
      reasoning: new SettledText('\n\n'),
      refusal: '',
      logprobs: [],
      call: undefined,
      broken: undefined,
      replay: undefined,
    };
    this.all.push(item);
    this.#byIndex.set(item.index, item);
    return item;
  }

  #note(item: OutputItem, id: string | undefined, type: string | undefined): OutputItem {
    item.type ??= type;
    if (id !== undefined) this.#byId.set(id, item);
    if (id !== undefined) item.ids.add(id);
    return item;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
