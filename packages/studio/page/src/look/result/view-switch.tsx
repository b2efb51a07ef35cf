interface ViewSwitchProps {
  readonly names: readonly [string, string];
  readonly isSecond: boolean;
  readonly onChoose: (isSecond: boolean) => void;
}

/** A switch between two views of the same value. */
export function ViewSwitch({ names: [first, second], isSecond, onChoose }: ViewSwitchProps) {
  return (
    <fieldset class="segments" aria-label="How to show it">
      <button type="button" aria-pressed={!isSecond} onClick={() => onChoose(false)}>
        {first}
      </button>
      <button type="button" aria-pressed={isSecond} onClick={() => onChoose(true)}>
        {second}
      </button>
    </fieldset>
  );
}
