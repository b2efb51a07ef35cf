import { searchWords, shortenLine, visibleLine } from '@toolwright/contract';
import type { Skill } from './skill.js';

/** The names and descriptions of skills, for the system prompt. */
export interface Catalogue {
  /** Empty without skills. */
  readonly text: string;
  /** Whether every skill is listed with its whole description. */
  readonly isComplete: boolean;
}

/** A description that is shorter than this says nothing, so the names stand alone. */
const MIN_DESCRIPTION = 40;

/**
 * Prints the skills within a number of characters. If they need more, all descriptions are shortened alike; if the names need more, the
 * first are listed, and a line says how many are not.
 */
export function printCatalogue(skills: readonly Skill[], maxCharacters: number): Catalogue {
  if (skills.length === 0) return { text: '', isComplete: true };
  const whole = skills.map(({ name, description }) => `- ${name}: ${oneLine(description)}`);
  if (lengthOf(whole) <= maxCharacters)
    return { text: [INTRODUCTION, '', ...whole].join('\n'), isComplete: true };
  const names = skills.map(({ name }) => `- ${name}`);
  const rest = Math.floor((maxCharacters - lengthOf(names)) / skills.length) - ': '.length;
  if (rest >= MIN_DESCRIPTION) {
    const short = skills.map(
      ({ name, description }) => `- ${name}: ${shortenLine(oneLine(description), rest)}`,
    );
    return { text: [INTRODUCTION, '', ...short, '', SHORTENED].join('\n'), isComplete: false };
  }
  const listed = within(names, maxCharacters);
  const missing = names.length - listed.length;
  const more = missing === 0 ? SHORTENED : `There are ${missing} more skills. ${SHORTENED}`;
  return { text: [INTRODUCTION, '', ...listed, '', more].join('\n'), isComplete: false };
}

/** Finds the skills whose names and descriptions have the most words of a query, best first. */
export function searchSkills(skills: readonly Skill[], query: string, limit: number): readonly Skill[] {
  const wanted = new Set(searchWords(query));
  const scored = skills.map((skill) => {
    const words = new Set(searchWords(`${skill.name} ${skill.description}`));
    return { skill, score: [...wanted].filter((word) => words.has(word)).length };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ skill }) => skill);
}

const INTRODUCTION =
  'Skills are instructions for certain tasks. If a task fits one of these skills, call readSkill with its name before you begin, and follow what it says.';

const SHORTENED = 'Call findSkills to find a skill by what it does, with its whole description.';

/** Puts a description on one line, and makes characters visible that could hide or reorder text. */
export function oneLine(text: string): string {
  return visibleLine(text.replaceAll(/\s+/g, ' ').trim());
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

function within(lines: readonly string[], maxCharacters: number): readonly string[] {
  let length = 0;
  const end = lines.findIndex((line) => {
    length += line.length + 1;
    return length > maxCharacters;
  });
  return end === -1 ? lines : lines.slice(0, end);
}
