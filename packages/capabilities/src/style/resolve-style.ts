import { invalidConfig } from '../capability/invalid-config.js';
import { CONVENTIONAL, type StyleChoice, type StylePreset, stylePresets } from './style-preset.js';

/** The style of one task. */
export interface Style {
  readonly instructions: string;
  readonly gitmoji: boolean;
  /** Warnings about settings that cannot be applied. */
  readonly warnings: readonly string[];
}

/** The only capability whose answers may have a gitmoji. */
const COMMIT = 'commit';

/** The maximum length of the title of a commit or pull request, including a gitmoji. */
export const MAX_TITLE = 72;

/** @throws ToolwrightError `INVALID_CONFIG` with the available presets */
export function resolveStyle(
  choice: string | StyleChoice | undefined,
  capability: string,
  custom: Readonly<Record<string, StylePreset>> = {},
): Style {
  const {
    preset = 'default',
    gitmoji,
    instructions,
  } = typeof choice === 'string' ? { preset: choice } : { ...choice };
  const presets: ReadonlyMap<string, StylePreset> = new Map(Object.entries({ ...stylePresets, ...custom }));
  const found = presets.get(preset);
  if (found === undefined) {
    throw invalidConfig(`There is no style '${preset}'.`, `Choose one: ${[...presets.keys()].join(', ')}.`);
  }
  const obstacle = preset === CONVENTIONAL ? `the style '${CONVENTIONAL}'` : undefined;
  const wanted = gitmoji ?? found.gitmoji ?? false;
  const allowed = wanted && capability === COMMIT && obstacle === undefined;
  const warnings =
    gitmoji && !allowed
      ? [`No gitmoji: it cannot be combined with ${obstacle ?? `the capability '${capability}'`}.`]
      : [];
  const parts = [found.instructions, instructions?.trim(), emojiRule(allowed), titleRule(capability)];
  return { instructions: parts.filter(Boolean).join('\n'), gitmoji: allowed, warnings };
}

function emojiRule(gitmoji: boolean): string {
  return gitmoji
    ? 'Choose the gitmoji that fits the change best, for the emoji of the answer; none in the title itself.'
    : 'No emoji in titles; an emoji of the answer stays empty.';
}

function titleRule(capability: string): string {
  return capability === COMMIT || capability === 'pr'
    ? `The title has at most ${MAX_TITLE} characters, the emoji included, no period at its end, and says what the change does.`
    : '';
}
