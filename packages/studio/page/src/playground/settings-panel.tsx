import { visibleLine } from '@toolwright/contract';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AgentEntry } from '../../../src/protocol/requests.js';
import type { RunSettings } from '../../../src/protocol/studio-event.js';
import { Text } from '../look/text.js';
import { navigate } from '../routes/navigation.js';
import { changeSettings, chosenTools, effective, settingsOf } from './settings.js';
import { ToolChoice } from './tool-choice.js';

interface SettingsPanelProps {
  readonly agents: readonly AgentEntry[];
  readonly agent: AgentEntry;
}

/** Chooses the agent, and changes it for the next messages. The program itself stays as it is. */
export function SettingsPanel({ agents, agent }: SettingsPanelProps) {
  const settings = settingsOf(agent.name);
  const changes = effective(settings, agent);
  const [typed, setTyped] = useState('');
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
        {changes.systemPrompt?.includes('[redacted]') && (
          <div class="field-help">
            A changed prompt is sent as it stands here: the masked secret is not in it.
          </div>
        )}
      </Field>
      <Field id="playground-temperature" name="Temperature" isChanged={changes.temperature !== undefined}>
        <input
          id="playground-temperature"
          inputMode="decimal"
          autocomplete="off"
          placeholder="as the agent has it"
          value={readTemperature(typed) === settings.temperature ? typed : (settings.temperature ?? '')}
          onInput={({ currentTarget: { value } }) => {
            setTyped(value);
            changeSettings(agent.name, withTemperature(settings, readTemperature(value)));
          }}
        />
        {readTemperature(typed) === undefined &&
          settings.temperature === undefined &&
          typed.trim() !== '' && <div class="field-help">Write a number of at least 0, such as 0.7.</div>}
      </Field>
      {agent.tools.length > 0 && (
        <ToolChoice
          tools={agent.tools}
          chosen={chosenTools(settings, agent)}
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

function withTemperature({ temperature: _, ...others }: RunSettings, value: number | undefined): RunSettings {
  return value === undefined ? others : { ...others, temperature: value };
}

/** Reads what was typed so far, such as `0.`; a comma counts as a point. */
function readTemperature(text: string): number | undefined {
  const value = Number(text.replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) || value < 0 ? undefined : value;
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
