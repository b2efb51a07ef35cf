import { Line } from '../look/text.js';

interface ToolChoiceProps {
  readonly tools: readonly string[];
  readonly chosen: readonly string[];
  readonly onChoose: (tools: readonly string[]) => void;
}

/** Chooses the tools that the model may call. */
export function ToolChoice({ tools, chosen, onChoose }: ToolChoiceProps) {
  const isChosen = new Set(chosen);
  const count = tools.filter((name) => isChosen.has(name)).length;
  const choose = (name: string, isOn: boolean) =>
    onChoose(tools.filter((one) => (one === name ? isOn : isChosen.has(one))));
  return (
    <fieldset class="field playground-tools">
      <legend>
        Tools{' '}
        <span class="soft small numbers">
          {count} of {tools.length}
        </span>{' '}
        {count < tools.length && <span class="tag warn">changed</span>}
      </legend>
      <ul class="stack tight">
        {tools.map((name) => (
          <li key={name}>
            <label class="row-line">
              <input
                type="checkbox"
                checked={isChosen.has(name)}
                onChange={({ currentTarget }) => choose(name, currentTarget.checked)}
              />
              <Line text={name} class="mono small" />
            </label>
          </li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" class="quiet" onClick={() => onChoose(tools)}>
          All
        </button>
        <button type="button" class="quiet" onClick={() => onChoose([])}>
          None
        </button>
      </div>
    </fieldset>
  );
}
