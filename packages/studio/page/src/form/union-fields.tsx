import { type JsonValue, visibleLine } from '@toolwright/contract';
import { useContext, useState } from 'preact/hooks';
import { bestBranch } from './fits.js';
import { FormContext, type PartProps } from './form-context.js';
import { addedValue } from './initial-value.js';

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
          isPart
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
