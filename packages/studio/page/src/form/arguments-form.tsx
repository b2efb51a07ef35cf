import type { JsonObject, ObjectSchema } from '@toolwright/contract';
import { useMemo } from 'preact/hooks';
import type { ShownError } from '../../../src/protocol/requests.js';
import { FieldView } from './field-view.js';
import { FormContext } from './form-context.js';
import { issuesByPlace } from './issue-place.js';
import { ObjectFields } from './object-fields.js';
import { toField } from './to-field.js';

interface ArgumentsFormProps {
  readonly id: string;
  readonly schema: ObjectSchema;
  readonly value: JsonObject;
  readonly onChange: (value: JsonObject) => void;
  readonly issues: NonNullable<ShownError['issues']>;
}

export function ArgumentsForm({ id, schema, value, onChange, issues }: ArgumentsFormProps) {
  const setting = useMemo(
    () => ({ root: schema, issues: issuesByPlace(issues), id, View: FieldView }),
    [schema, issues, id],
  );
  const field = toField(schema, schema);
  if (field.kind !== 'object') return null;
  if (field.members.length === 0 && field.others === undefined && Object.keys(value).length === 0) {
    return <p class="soft">This tool takes no arguments.</p>;
  }
  return (
    <FormContext.Provider value={setting}>
      <ObjectFields
        field={field}
        schema={schema}
        path={[]}
        label="Arguments"
        isRequired
        value={value}
        // The value of an object field is always an object.
        onChange={(next) => onChange(next as JsonObject)}
      />
    </FormContext.Provider>
  );
}
