import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '@toolwright/contract';
import { formatPath } from '@toolwright/json';
import { useContext } from 'preact/hooks';
import { freeName, renameMember, withMember } from './edit.js';
import type { Member } from './field.js';
import { FormContext, type PartProps } from './form-context.js';
import { addedValue } from './initial-value.js';
import { toField } from './to-field.js';

/** Shows the members of an object: those declared by the schema, and additional ones. */
export function ObjectFields(props: PartProps<'object'>) {
  const { field, value, onChange, path, isPart } = props;
  const { View, root } = useContext(FormContext);
  if (!isJsonObject(value)) return null;
  const known = new Set(field.members.map(({ name }) => name));
  // The choice between the branches of a union already says what a branch is called.
  const isSaid = ({ name, schema }: Member) => isPart && isOnlyValue(schema, root, value[name]);
  const others = Object.keys(value).filter((name) => !known.has(name));
  const set = (name: string) => (member: JsonValue | undefined) => onChange(withMember(value, name, member));
  return (
    <div class="fields">
      {field.members
        .filter((member) => !isSaid(member))
        .map(({ name, schema, isRequired }) => (
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

function isOnlyValue(schema: JsonSchema, root: JsonSchema, value: JsonValue | undefined): boolean {
  const field = toField(schema, root);
  return field.kind === 'choice' && field.options.length === 1 && field.options[0]?.value === value;
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
        <label for={nameId}>{isUnknown ? 'Unknown name' : 'Key'}</label>
        <input id={nameId} value={name} onChange={({ currentTarget }) => onRename(currentTarget.value)} />
        <button type="button" class="quiet" onClick={() => onChange(undefined)}>
          Remove<span class="hidden-text"> {name}</span>
        </button>
      </div>
      <View
        schema={schema}
        path={[...path, name]}
        label={isUnknown ? name : formatPath([...path, name])}
        isRequired
        value={value}
        onChange={(member) => onChange(member ?? null)}
      />
    </div>
  );
}
