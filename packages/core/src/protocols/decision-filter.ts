import { LEAD_IN, readDecisions } from './decision.js';
import { ResponseReader } from './response-reader.js';
import type { TextFilter } from './tool-call-protocol.js';

/** Shows prose as it comes, and of a decision its response as that grows. What looks like an object is held until it is known. */
export class DecisionFilter implements TextFilter {
  /** What is not shown yet: the end of the prose, or all from the lead-in of an object on. */
  #held = '';
  #object: { readonly start: number; readonly reader: ResponseReader } | undefined;
  #prose = false;
  #response = '';
  #decided = false;

  push(text: string): string {
    if (this.#decided) return '';
    this.#held += text;
    return this.#object === undefined ? this.#readProse() : this.#readObject(text);
  }

  end(): string {
    if (this.#decided) return '';
    return this.#decide(this.#held) ?? this.#showProse(this.#held.length);
  }

  #readProse(): string {
    const start = this.#held.indexOf('{');
    const prose = start === -1 ? this.#held : this.#held.slice(0, start);
    const shown = this.#showProse(prose.replace(start === -1 ? MAY_LEAD_IN : LEAD_IN, '').length);
    if (start === -1) return shown;
    this.#object = { start: start - shown.length, reader: new ResponseReader() };
    return shown + this.#readObject(this.#held.slice(start - shown.length));
  }

  #readObject(text: string): string {
    const { start, reader } = this.#object ?? { start: 0, reader: new ResponseReader() };
    const shown = this.#showResponse(reader.push(text));
    if (!reader.closed) return shown;
    const end = start + reader.length;
    const rest = this.#decide(this.#held.slice(0, end));
    if (rest !== undefined) return shown + rest;
    this.#object = undefined;
    return this.#showProse(end) + this.#readProse();
  }

  /** Shows what is missing of the response; undefined where the text holds no decision. */
  #decide(text: string): string | undefined {
    const [first] = readDecisions(text).decisions;
    if (first === undefined) return undefined;
    this.#decided = true;
    return first.action === 'respond' ? this.#showResponse(first.response.slice(this.#response.length)) : '';
  }

  #showProse(length: number): string {
    const shown = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    this.#prose ||= shown !== '';
    return shown;
  }

  #showResponse(added: string): string {
    if (added === '') return '';
    const gap = this.#prose && this.#response === '' ? '\n\n' : '';
    this.#response += added;
    return gap + added;
  }
}

/** What may become a lead-in when more text comes. */
const MAY_LEAD_IN = /\s*(?:`{1,3}(?:j(?:s(?:o(?:n\s*)?)?)?|\s*)?)?(?:\[\s*)?$/i;
