import type { JsonValue } from '@toolwright/contract';
import { Line } from '../look/text.js';
import type { PartProps } from './form-context.js';

/** Shows a list of a few possible items as check boxes. A list that is left out shows its default. */
export function BoxFields({ field, value, onChange }: PartProps<'list'>) {
  const shown = value ?? field.default;
  const items = Array.isArray(shown) ? shown : [];
  const textOf = (item: JsonValue) => JSON.stringify(item);
  return (
    <div class="boxes">
      {field.options?.map((option) => {
        const isChosen = items.some((item) => textOf(item) === textOf(option.value));
        const others = items.filter((item) => textOf(item) !== textOf(option.value));
        return (
          <label key={textOf(option.value)} class="check" title={option.description}>
            <input
              type="checkbox"
              checked={isChosen}
              onChange={() => onChange(isChosen ? others : [...items, option.value])}
            />
            <Line text={option.label} />
          </label>
        );
      })}
    </div>
  );
}
