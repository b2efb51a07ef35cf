import { visibleLine } from '@toolwright/contract';
import type { ComponentChildren } from 'preact';
import type { AgentEntry } from '../../../src/protocol/requests.js';
import type { RunSettings } from '../../../src/protocol/studio-event.js';
import { Text } from '../look/text.js';
import { navigate } from '../routes/navigation.js';
import { changeSettings, effective, settingsOf } from './settings.js';
import { ToolChoice } from './tool-choice.js';

interface SettingsPanelProps {
  readonly agents: readonly AgentEntry[];
  readonly agent: AgentEntry;
}

/** Chooses the agent, and changes it for the next messages. The program itself stays as it is. */
export function SettingsPanel({ agents, agent }: SettingsPanelProps) {
  const settings = settingsOf(agent.name);
  const changes = effective(settings, agent);
  const change = (part: RunSettings) => changeSettings(agent.name, { ...settings, ...part });
  return (
    <section class="stack" aria-label="Settings">
      <Field id="playground-agent" name="Agent">
        <select
          id="playground-agent"
          value={agent.name}
          onChange={({ currentTarget }) => navigate({ page: 'playground', agent: currentTarget.value })}
        >
          {agents.map(({ name }) => (
            <option key={name} value={name}>
              {visibleLine(name)}
            </option>
          ))}
        </select>
        {agent.description !== '' && (
          <div class="field-help">
            <Text text={agent.description} />
          </div>
        )}
      </Field>
      <Field id="playground-model" name="Model" isChanged={changes.model !== undefined}>
        <input
          id="playground-model"
          autocomplete="off"
          spellcheck={false}
          placeholder={visibleLine(agent.model ?? 'as the agent has it')}
          value={settings.model ?? ''}
          onInput={({ currentTarget }) => change({ model: currentTarget.value })}
        />
      </Field>
      <Field id="playground-prompt" name="System prompt" isChanged={changes.systemPrompt !== undefined}>
        <textarea
          id="playground-prompt"
          rows={7}
          value={settings.systemPrompt ?? agent.systemPrompt ?? ''}
          onInput={({ currentTarget }) => change({ systemPrompt: currentTarget.value })}
        />
      </Field>
      <Field id="playground-temperature" name="Temperature" isChanged={changes.temperature !== undefined}>
        <input
          id="playground-temperature"
          type="number"
          min="0"
          step="any"
          placeholder="as the agent has it"
          value={settings.temperature ?? ''}
          onInput={({ currentTarget: { valueAsNumber: value } }) =>
            changeSettings(agent.name, withTemperature(settings, value))
          }
        />
      </Field>
      {agent.tools.length > 0 && (
        <ToolChoice
          tools={agent.tools}
          chosen={settings.tools ?? agent.tools}
          onChoose={(tools) => change({ tools })}
        />
      )}
      <div class="actions">
        <button
          type="button"
          disabled={Object.keys(changes).length === 0}
          onClick={() => changeSettings(agent.name, {})}
        >
          Reset settings
        </button>
      </div>
    </section>
  );
}

function withTemperature({ temperature: _, ...others }: RunSettings, value: number): RunSettings {
  return Number.isNaN(value) ? others : { ...others, temperature: value };
}

interface FieldProps {
  readonly id: string;
  readonly name: string;
  readonly isChanged?: boolean;
  readonly children: ComponentChildren;
}

function Field({ id, name, isChanged = false, children }: FieldProps) {
  return (
    <div class="field">
      <div class="row-line">
        <label for={id}>{name}</label>
        {isChanged && <span class="tag warn">changed</span>}
      </div>
      {children}
    </div>
  );
}
