import { isSecretName, visibleLine } from '@toolwright/contract';
import { formatPath } from '@toolwright/json';
import type { ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { Line, Text } from '../look/text.js';
import { BoxFields } from './box-fields.js';
import type { Field } from './field.js';
import { type FieldState, fieldState, valueIn } from './field-state.js';
import { type FieldProps, FormContext } from './form-context.js';
import { addedValue } from './initial-value.js';
import { BooleanInput, ChoiceInput, JsonInput, NullInput, NumberInput, TextInput } from './inputs.js';
import { ListFields, TupleFields } from './item-fields.js';
import { ObjectFields } from './object-fields.js';
import { toField } from './to-field.js';
import { UnionFields } from './union-fields.js';

/** The depth up to which nested fields are initially expanded, because forms of recursive schemas are endless. */
const OPEN_DEPTH = 4;

export function FieldView(props: FieldProps) {
  const { root } = useContext(FormContext);
  const field = toField(props.schema, root);
  const value = valueIn(field, props.value);
  const state = fieldState(field, value, props.isRequired);
  const view = { ...props, field, value, state };
  if (field.kind === 'nullable') return <Nullable {...view} schema={field.schema} />;
  const isGroup = state === 'parts' || state === 'boxes' || (state === 'add' && field.kind !== 'union');
  return isGroup ? <Group {...view} /> : <Single {...view} />;
}

interface ViewProps extends FieldProps {
  readonly field: Field;
  readonly state: FieldState;
}

/** The field of a value that can be null, with a switch for null. */
function Nullable({ schema, value, label, isRequired, onChange, tools, ...rest }: FieldProps) {
  const { root, View } = useContext(FormContext);
  const isNull = value === null;
  const nullSwitch = (
    <label class="check">
      <input
        type="checkbox"
        aria-label={`${visibleLine(label)} is null`}
        checked={isNull}
        onChange={() => onChange(isNull ? (isRequired ? addedValue(schema, root) : undefined) : null)}
      />
      null
    </label>
  );
  return (
    <View
      {...rest}
      schema={schema}
      label={label}
      isRequired={isRequired && !isNull}
      value={isNull ? undefined : value}
      onChange={onChange}
      tools={[nullSwitch, tools]}
    />
  );
}

function Single(props: ViewProps) {
  const { field, path, value, isPart } = props;
  const { issues, id } = useContext(FormContext);
  const place = formatPath(path);
  const inputId = isPart ? `${id}-${place}-value` : `${id}-${place}`;
  const found = issues.get(place);
  const control = {
    id: inputId,
    describedBy: `${inputId}-help`,
    isInvalid: found !== undefined,
    field,
    value,
    isRequired: props.isRequired,
    // A secret name is sufficient, even if it is the name of a list or an object that contains the field.
    isSecret: field.isSecret === true || path.some(isSecretName),
    onChange: props.onChange,
  };
  return (
    <div class="field">
      <div class={isPart ? 'hidden-text' : 'field-head'}>
        <label for={inputId}>
          <Label {...props} />
        </label>
        {props.tools}
      </div>
      {controlFor(control, props)}
      <Help id={`${inputId}-help`} field={field} found={isPart ? undefined : found} />
    </div>
  );
}

function controlFor(control: Parameters<typeof TextInput>[0], props: ViewProps): ComponentChildren {
  if (props.state === 'json') return <JsonInput {...control} />;
  if (props.state === 'add') return <AddButton {...props} id={control.id} />;
  switch (props.field.kind) {
    case 'text':
      return <TextInput {...control} />;
    case 'number':
      return <NumberInput {...control} />;
    case 'boolean':
      return <BooleanInput {...control} />;
    case 'choice':
      return <ChoiceInput {...control} />;
    case 'null':
      return <NullInput {...control} />;
    default:
      return null;
  }
}

function AddButton({ schema, label, onChange, id }: FieldProps & { readonly id?: string }) {
  const { root } = useContext(FormContext);
  return (
    <button
      type="button"
      {...(id !== undefined && { id })}
      onClick={() => onChange(addedValue(schema, root))}
    >
      Add <Line text={label} />
    </button>
  );
}

function Group(props: ViewProps) {
  const { field, path, value, state, isPart } = props;
  const { issues, id } = useContext(FormContext);
  const [isOpen, setOpen] = useState(path.length <= OPEN_DEPTH);
  const place = formatPath(path);
  const found = issues.get(place);
  const remove = !props.isRequired && value !== undefined && (
    <button type="button" class="quiet" onClick={() => props.onChange(undefined)}>
      Remove<span class="hidden-text"> {visibleLine(props.label)}</span>
    </button>
  );
  const parts =
    state === 'add' ? (
      <AddButton {...props} />
    ) : isOpen ? (
      <Parts {...props} />
    ) : (
      <button type="button" onClick={() => setOpen(true)}>
        Open <Line text={props.label} />
      </button>
    );
  if (isPart) {
    return (
      <>
        <Help id={`${id}-${place}-part-help`} field={field} found={undefined} />
        {parts}
      </>
    );
  }
  return (
    <fieldset class="group" id={`${id}-${place}`} tabIndex={-1} aria-describedby={`${id}-${place}-help`}>
      <legend>
        <Label {...props} />
      </legend>
      {(props.tools || remove) && (
        <div class="group-tools">
          {remove}
          {props.tools}
        </div>
      )}
      <Help id={`${id}-${place}-help`} field={field} found={found} />
      {parts}
    </fieldset>
  );
}

function Parts(props: ViewProps) {
  const { field, state } = props;
  switch (field.kind) {
    case 'object':
      return <ObjectFields {...props} field={field} />;
    case 'list':
      return state === 'boxes' ? (
        <BoxFields {...props} field={field} />
      ) : (
        <ListFields {...props} field={field} />
      );
    case 'tuple':
      return <TupleFields {...props} field={field} />;
    case 'union':
      return <UnionFields {...props} field={field} />;
    default:
      return null;
  }
}

function Label({ label, isRequired, field }: ViewProps) {
  return (
    <>
      <Line text={label} class="field-name" />
      {isRequired && (
        <>
          <span class="bad" aria-hidden="true">
            *
          </span>
          <span class="hidden-text"> required</span>
        </>
      )}
      {field.isDeprecated && <span class="tag warn">deprecated</span>}
    </>
  );
}

interface HelpProps {
  readonly id: string;
  readonly field: Field;
  readonly found: readonly string[] | undefined;
}

function Help({ id, field, found }: HelpProps) {
  return (
    <div id={id} class="field-help">
      {found?.map((message) => (
        <div key={message} class="bad field-issue">
          <Text text={message} />
        </div>
      ))}
      {field.description !== undefined && <Text text={field.description} />}
      {isParted(field) && field.default !== undefined && (
        <Text text={`default: ${JSON.stringify(field.default)}`} class="field-limits" />
      )}
      {field.limits !== undefined && <Text text={field.limits} class="field-limits" />}
    </div>
  );
}

/** Whether a field has no input that could show its default. */
function isParted({ kind }: Field): boolean {
  return ['object', 'list', 'tuple', 'union', 'json', 'null'].includes(kind);
}
