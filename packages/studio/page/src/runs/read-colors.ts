import type { Colors } from './bar-colors.js';

export function readColors(style: Pick<CSSStyleDeclaration, 'getPropertyValue'>): Colors {
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    model: read('model'),
    tool: read('tool'),
    agent: read('agent'),
    warn: read('warn'),
    bad: read('bad'),
    good: read('good'),
    plain: read('line-strong'),
    text: read('text'),
    soft: read('text-soft'),
    line: read('line'),
    accent: read('accent'),
    ground: read('ground'),
    fills: {
      model: read('model-soft'),
      tool: read('tool-soft'),
      agent: read('agent-soft'),
      warn: read('warn-soft'),
      bad: read('bad-soft'),
      good: read('good-soft'),
      plain: read('sunken'),
    },
  };
}
