import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { useContext, useState } from 'preact/hooks';
import { Icon } from '../look/icon.js';
import { moveItem } from './edit.js';
import { type FieldProps, FormContext, type PartProps } from './form-context.js';
import { addedValue } from './initial-value.js';

/** Shows the items of a list, which can be added, moved and removed. */
export function ListFields(props: PartProps<'list'>) {
  const { field, value } = props;
  if (!Array.isArray(value)) return null;
  const max = field.max ?? Infinity;
  return <Items {...props} value={value} schemaOf={() => field.items} fixed={0} free={0} max={max} />;
}

/** Shows the items of a tuple, each with its own schema. */
export function TupleFields(props: PartProps<'tuple'>) {
  const { field, value } = props;
  if (!Array.isArray(value)) return null;
  const free = field.items.length;
  const max = field.rest === undefined ? field.items.length : Infinity;
  const schemaOf = (index: number) => field.items[index] ?? field.rest ?? {};
  return <Items {...props} value={value} schemaOf={schemaOf} fixed={field.required} free={free} max={max} />;
}

interface ItemsProps extends FieldProps {
  readonly value: JsonValue[];
  readonly schemaOf: (index: number) => JsonSchema;
  /** The number of leading items that cannot be removed. */
  readonly fixed: number;
  /** The index of the first item whose place does not matter, because all from there on have the same schema. */
  readonly free: number;
  readonly max: number;
}

/** The number of items that are initially shown. */
const ITEMS_SHOWN = 50;

function Items({ value, onChange, path, label, schemaOf, fixed, free, max }: ItemsProps) {
  const { root, View } = useContext(FormContext);
  const [shown, setShown] = useState(ITEMS_SHOWN);
  const rest = value.length - shown;
  return (
    <div class="fields">
      {value.slice(0, shown).map((item, index) => (
        <View
          key={index}
          schema={schemaOf(index)}
          path={[...path, String(index)]}
          label={itemLabel(label, index, schemaOf(index))}
          isRequired
          value={item}
          onChange={(next) => onChange(value.map((each, at) => (at === index ? (next ?? null) : each)))}
          tools={
            index >= fixed &&
            // An item in the middle of a tuple cannot be removed, because the next one would take its place.
            (index >= free || index === value.length - 1) && (
              <ItemTools index={index} isMovable={index > free} value={value} onChange={onChange} />
            )
          }
        />
      ))}
      {rest > 0 && (
        <button type="button" onClick={() => setShown(shown + 10 * ITEMS_SHOWN)}>
          Show {Math.min(rest, 10 * ITEMS_SHOWN)} more of {rest}
        </button>
      )}
      {value.length < max && (
        <button
          type="button"
          class="add"
          onClick={() => {
            setShown(Math.max(shown, value.length + 1));
            onChange([...value, addedValue(schemaOf(value.length), root)]);
          }}
        >
          Add an item
        </button>
      )}
    </div>
  );
}

/** Names an item as the registry's messages do, with the name of a tuple's element if it has one. */
function itemLabel(list: string, index: number, { title }: JsonSchema): string {
  const place = `${list}[${index}]`;
  return typeof title === 'string' ? `${place} ${title}` : place;
}

interface ItemToolsProps {
  readonly index: number;
  readonly isMovable: boolean;
  readonly value: JsonValue[];
  readonly onChange: (value: JsonValue) => void;
}

function ItemTools({ index, isMovable, value, onChange }: ItemToolsProps) {
  const name = `item ${index + 1}`;
  return (
    <span class="item-tools">
      {isMovable && (
        <button
          type="button"
          class="quiet"
          aria-label={`Move ${name} up`}
          onClick={() => onChange(moveItem(value, index, -1))}
        >
          <Icon name="up" />
        </button>
      )}
      <button
        type="button"
        class="quiet"
        aria-label={`Remove ${name}`}
        onClick={() => onChange(value.filter((_, at) => at !== index))}
      >
        ×
      </button>
    </span>
  );
}
