interface JsonArgumentsProps {
  readonly text: string;
  readonly problem: string | undefined;
  readonly onInput: (text: string) => void;
}

export function JsonArguments({ text, problem, onInput }: JsonArgumentsProps) {
  return (
    <div class="field">
      <label for="arguments-json">Arguments as JSON</label>
      <textarea
        id="arguments-json"
        class="code"
        rows={Math.min(24, Math.max(8, text.split('\n').length + 1))}
        spellcheck={false}
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby="arguments-json-help"
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <div id="arguments-json-help" class="field-help bad" aria-live="polite">
        {problem}
      </div>
    </div>
  );
}
