import type { CodegenContext } from '../context.js';
import type { Docs } from '../docs/docs.js';
import type { Parameter } from './parameter.js';

/** Reports why a parameter cannot become a property of the arguments; false where it can. */
export function refuseParameter(parameter: Parameter, docs: Docs, context: CodegenContext): boolean {
  const { name, at, optional } = parameter;
  const refuse = (code: 'TW1026' | 'TW1027' | 'TW1028', message: string): true => {
    context.report({ code, node: at, message });
    return true;
  };
  if (name === undefined) return refuse('TW1026', 'The destructured parameter has no name for its argument.');
  if (name === '__proto__') return refuse('TW1027', 'A parameter is named `__proto__`.');
  if (docs.hidden === true && !optional) {
    return refuse('TW1028', `The parameter \`${name}\` is hidden from the model but required.`);
  }
  return false;
}
