import { isSecretName, visibleLine } from '@toolwright/contract';
import { formatPath } from '@toolwright/json';
import type { ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { Line, Text } from '../look/text.js';
import type { Field } from './field.js';
import { type FieldProps, FormContext } from './form-context.js';
import { addedValue } from './initial-value.js';
import { BooleanInput, ChoiceInput, JsonInput, NullInput, NumberInput, TextInput } from './inputs.js';
import { ListFields, ObjectFields, TupleFields, UnionFields } from './parts.js';
import { toField } from './to-field.js';

/** The depth up to which nested fields are initially expanded, because forms of recursive schemas are endless. */
const OPEN_DEPTH = 4;

export function FieldView(props: FieldProps) {
  const { root } = useContext(FormContext);
  const field = toField(props.schema, root);
  return isGroup(field, props) ? <Group {...props} field={field} /> : <Single {...props} field={field} />;
}

interface ViewProps extends FieldProps {
  readonly field: Field;
}

function isGroup({ kind }: Field, { value }: FieldProps): boolean {
  const isParted = kind === 'object' || kind === 'list' || kind === 'tuple' || kind === 'union';
  return isParted && (value !== undefined || kind !== 'union');
}

function Single(props: ViewProps) {
  const { field, path, value } = props;
  const { issues, id } = useContext(FormContext);
  const place = formatPath(path);
  const inputId = `${id}-${place}`;
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
      <div class="field-head">
        <label for={inputId}>
          <Label {...props} />
        </label>
        {props.tools}
      </div>
      {controlFor(field, control, props)}
      <Help id={`${inputId}-help`} field={field} found={found} />
    </div>
  );
}

function controlFor(
  field: Field,
  control: Parameters<typeof TextInput>[0],
  props: FieldProps,
): ComponentChildren {
  switch (field.kind) {
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
    case 'json':
      return <JsonInput {...control} />;
    case 'union':
      return <AddButton {...props} id={control.id} />;
    case 'object':
    case 'list':
    case 'tuple':
      return null;
    default:
      return field satisfies never;
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
  const { field, path, value } = props;
  const { issues, id } = useContext(FormContext);
  const [isOpen, setOpen] = useState(path.length <= OPEN_DEPTH);
  const place = formatPath(path);
  const found = issues.get(place);
  const remove = !props.isRequired && value !== undefined && (
    <button type="button" class="quiet" onClick={() => props.onChange(undefined)}>
      Remove<span class="hidden-text"> {visibleLine(props.label)}</span>
    </button>
  );
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
      {value === undefined ? (
        <AddButton {...props} />
      ) : isOpen ? (
        <Parts {...props} />
      ) : (
        <button type="button" onClick={() => setOpen(true)}>
          Open <Line text={props.label} />
        </button>
      )}
    </fieldset>
  );
}

function Parts(props: ViewProps) {
  const { field } = props;
  switch (field.kind) {
    case 'object':
      return <ObjectFields {...props} field={field} />;
    case 'list':
      return <ListFields {...props} field={field} />;
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
      {field.limits !== undefined && <Text text={field.limits} class="field-limits" />}
    </div>
  );
}
