import type { CodegenContext } from '../context.js';
import type { Docs } from '../docs/docs.js';
import type { Parameter } from './parameter.js';

/** Reports why a parameter cannot become a property of the arguments; false where it can. */
export function refuseParameter(
  parameter: Parameter,
  docs: Docs,
  parameters: readonly Parameter[],
  context: CodegenContext,
): boolean {
  const { name, at, rest, index } = parameter;
  const refuse = (code: 'TW1026' | 'TW1027' | 'TW1028' | 'TW1029', message: string): true => {
    context.report({ code, node: at, message });
    return true;
  };
  if (name === undefined) return refuse('TW1026', 'The destructured parameter has no name for its argument.');
  if (name === '__proto__') return refuse('TW1027', 'A parameter is named `__proto__`.');
  if (docs.hidden === true && !parameter.optional) {
    return refuse('TW1028', `The parameter \`${name}\` is hidden from the model but required.`);
  }
  if (rest === undefined) return false;
  const last = parameters.every((other) => other.context || other.index <= index);
  if (last && (rest !== 'choice' || index === 0)) return false;
  return refuse('TW1029', `The rest parameter \`${name}\` is not one list at the end.`);
}
