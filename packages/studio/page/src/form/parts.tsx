import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  visibleLine,
} from '@toolwright/contract';
import { useContext, useState } from 'preact/hooks';
import { Icon } from '../look/icon.js';
import { freeName, moveItem, renameMember, withMember } from './edit.js';
import type { Field } from './field.js';
import { bestBranch } from './fits.js';
import { type FieldProps, FormContext } from './form-context.js';
import { addedValue } from './initial-value.js';
import { JsonInput } from './inputs.js';

type PartProps<Kind extends Field['kind']> = FieldProps & { readonly field: Extract<Field, { kind: Kind }> };

/** Shows a value that does not match the schema as JSON, so that no data is lost. */
function OtherKind({ path, value, onChange, field, isRequired }: FieldProps & { readonly field: Field }) {
  const { id } = useContext(FormContext);
  const name = `${id}-${path.join('-')}-json`;
  return (
    <>
      <label class="hidden-text" for={name}>
        JSON
      </label>
      <JsonInput
        id={name}
        describedBy={name}
        isInvalid={false}
        field={field}
        value={value}
        isRequired={isRequired}
        onChange={onChange}
      />
    </>
  );
}

/** Shows the members of an object: those declared by the schema, and additional ones. */
export function ObjectFields(props: PartProps<'object'>) {
  const { field, value, onChange, path } = props;
  const { View } = useContext(FormContext);
  if (!isJsonObject(value)) return <OtherKind {...props} />;
  const known = new Set(field.members.map(({ name }) => name));
  const others = Object.keys(value).filter((name) => !known.has(name));
  const set = (name: string) => (member: JsonValue | undefined) => onChange(withMember(value, name, member));
  return (
    <div class="fields">
      {field.members.map(({ name, schema, isRequired }) => (
        <View
          key={name}
          schema={schema}
          path={[...path, name]}
          label={name}
          isRequired={isRequired}
          value={Object.hasOwn(value, name) ? value[name] : undefined}
          onChange={set(name)}
        />
      ))}
      {others.map((name, index) => (
        <OtherMember
          // Keyed by position, because the name is edited in place.
          key={`other-${index}`}
          schema={field.others === undefined || field.others === true ? {} : field.others}
          isUnknown={field.others === undefined}
          name={name}
          path={path}
          value={value[name]}
          onChange={set(name)}
          onRename={(to) => {
            const renamed = renameMember(value, name, to);
            if (renamed !== undefined) onChange(renamed);
          }}
        />
      ))}
      {field.others !== undefined && (
        <AddMember schema={field.others === true ? {} : field.others} value={value} onChange={onChange} />
      )}
    </div>
  );
}

function AddMember({
  schema,
  value,
  onChange,
}: {
  readonly schema: JsonSchema;
  readonly value: JsonObject;
  readonly onChange: (value: JsonValue) => void;
}) {
  const { root } = useContext(FormContext);
  const add = () => onChange(withMember(value, freeName(value), addedValue(schema, root)));
  return (
    <button type="button" class="add" onClick={add}>
      Add a member
    </button>
  );
}

interface OtherMemberProps {
  readonly schema: JsonSchema;
  readonly isUnknown: boolean;
  readonly name: string;
  readonly path: readonly string[];
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly onRename: (to: string) => void;
}

function OtherMember(props: OtherMemberProps) {
  const { schema, name, path, value, onChange, onRename, isUnknown } = props;
  const { id, View } = useContext(FormContext);
  const nameId = `${id}-${[...path, name].join('-')}-name`;
  return (
    <div class="member">
      <div class="member-name">
        <label for={nameId}>{isUnknown ? 'Unknown name' : 'Name'}</label>
        <input id={nameId} value={name} onChange={({ currentTarget }) => onRename(currentTarget.value)} />
        <button type="button" class="quiet" onClick={() => onChange(undefined)}>
          Remove<span class="hidden-text"> {name}</span>
        </button>
      </div>
      <View
        schema={schema}
        path={[...path, name]}
        label={name}
        isRequired
        value={value}
        onChange={(member) => onChange(member ?? null)}
      />
    </div>
  );
}

/** Shows the items of a list, which can be added, moved and removed. */
export function ListFields(props: PartProps<'list'>) {
  const { field, value } = props;
  if (!Array.isArray(value)) return <OtherKind {...props} />;
  return (
    <Items {...props} value={value} schemaOf={() => field.items} fixed={0} max={field.max ?? Infinity} />
  );
}

/** Shows the items of a tuple, each with its own schema. */
export function TupleFields(props: PartProps<'tuple'>) {
  const { field, value } = props;
  if (!Array.isArray(value)) return <OtherKind {...props} />;
  const max = field.rest === undefined ? field.items.length : Infinity;
  const schemaOf = (index: number) => field.items[index] ?? field.rest ?? {};
  return <Items {...props} value={value} schemaOf={schemaOf} fixed={field.required} max={max} />;
}

interface ItemsProps extends FieldProps {
  readonly value: JsonValue[];
  readonly schemaOf: (index: number) => JsonSchema;
  /** The number of leading items that cannot be removed. */
  readonly fixed: number;
  readonly max: number;
}

/** The number of items that are initially shown. */
const ITEMS_SHOWN = 50;

function Items({ value, onChange, path, schemaOf, fixed, max }: ItemsProps) {
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
          label={`Item ${index + 1}`}
          isRequired
          value={item}
          onChange={(next) => onChange(value.map((each, at) => (at === index ? (next ?? null) : each)))}
          tools={index >= fixed && <ItemTools index={index} value={value} onChange={onChange} />}
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

interface ItemToolsProps {
  readonly index: number;
  readonly value: JsonValue[];
  readonly onChange: (value: JsonValue) => void;
}

function ItemTools({ index, value, onChange }: ItemToolsProps) {
  const name = `item ${index + 1}`;
  return (
    <span class="item-tools">
      {index > 0 && (
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

/** A choice between branches, and the fields of the chosen branch. The value determines the branch until the user chooses one. */
export function UnionFields({ field, value, onChange, path, label }: PartProps<'union'>) {
  const { root, id, View } = useContext(FormContext);
  const [chosen, setChosen] = useState<{ readonly index: number; readonly value: JsonValue | undefined }>();
  const schemas = field.branches.map(({ schema }) => schema);
  const index =
    chosen !== undefined && chosen.value === value ? chosen.index : bestBranch(schemas, value, root);
  const branch = field.branches[index];
  const choose = (to: number) => {
    const schema = schemas[to];
    if (schema === undefined) return;
    const next = addedValue(schema, root);
    setChosen({ index: to, value: next });
    onChange(next);
  };
  const selectId = `${id}-${path.join('-')}-shape`;
  return (
    <div class="fields">
      <div class="field">
        <label for={selectId}>Shape</label>
        <select
          id={selectId}
          value={String(index)}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        >
          {field.branches.map((each, at) => (
            <option key={at} value={String(at)}>
              {visibleLine(each.label)}
            </option>
          ))}
        </select>
      </div>
      {branch !== undefined && (
        <View
          key={index}
          schema={branch.schema}
          path={path}
          label={label}
          isRequired
          value={value}
          onChange={(next) => {
            const kept = next ?? null;
            // While the user types, the chosen branch is kept even if the value fits another branch better.
            setChosen({ index, value: next === undefined ? undefined : kept });
            onChange(next);
          }}
        />
      )}
    </div>
  );
}
