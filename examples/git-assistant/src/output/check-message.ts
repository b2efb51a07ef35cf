import { textStart } from '@toolwright/contract';
/** Facts about a message that matter before it is committed. */
export interface MessageCheck {
  /** Invisible characters, as `U+202E`: with them, the commit would differ from the text that was shown. */
  readonly hidden: readonly string[];
  /** Sentences about lines that control other programs or speak for somebody. */
  readonly claims: readonly string[];
}

const MAX_LENGTH = 20_000;
const MAX_CLAIMS = 10;
const MAX_LINE = 100;

/** Scripts in which characters without width join or separate letters. */
const JOINING = ['Arabic', 'Bengali', 'Devanagari', 'Gujarati', 'Gurmukhi', 'Kannada', 'Khmer', 'Malayalam']
  .concat(['Mongolian', 'Myanmar', 'Oriya', 'Sinhala', 'Syriac', 'Tamil', 'Telugu'])
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** Characters without width that change the look of emoji and words. */
const VISIBLE = [
  String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  `(?<=[${JOINING}])[\\u200C\\u200D]`,
].join('|');
/** Control, format, private-use and no characters, line separators, lone surrogates, and everything else that fonts do not draw. */
const HIDDEN = String.raw`(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\uFFFC]`;
const EITHER = new RegExp(`(${VISIBLE})|${HIDDEN}`, 'gu');

const TRAILER = /^[ \t]*(?:[a-z][a-z-]*-by|change-id|reviewed-on)[ \t]*:.*$/gim;
const AUTOSQUASH = /^(fixup|squash|amend)! /;
/** What CI systems and hosts call themselves when they skip a commit: GitHub, GitLab, Travis, Azure, Cloudflare and others. */
const SYSTEMS =
  '(?:ci|cd|actions|travis(?:[ _-]?ci)?|netlify|appveyor|azurepipelines|azpipelines|azp|cirrus|vela|vercel|render)';
/** Also of JFrog, Codeship and TFS. */
const SKIP = new RegExp(
  String.raw`\[(?:(?:skip|no)[ _-]?${SYSTEMS}|${SYSTEMS}[ _-]?skip|skipRun|cf-pages-skip)\]|\*\*\*NO_CI\*\*\*|--(?:skip-ci|ci-skip)\b|^[ \t]*skip-checks[ \t]*:[ \t]*true\b`,
  'im',
);

/** Checks the text of a message exactly as it would be committed. */
export function checkMessage(text: string): MessageCheck {
  const hidden = new Set<string>();
  for (const [character, visible] of text.matchAll(EITHER)) {
    if (visible === undefined) hidden.add(codeOf(character));
  }
  return { hidden: [...hidden], claims: findClaims(text) };
}

/** Replaces invisible characters by their names: `<U+202E>`. */
export function showHidden(text: string): string {
  return text.replace(
    EITHER,
    (character, visible: string | undefined) => visible ?? `<${codeOf(character)}>`,
  );
}

function findClaims(text: string): string[] {
  const claims: string[] = [];
  const [, command] = AUTOSQUASH.exec(text) ?? [];
  if (command !== undefined)
    claims.push(`The title begins with "${command}!", by which a rebase folds the commit into another one.`);
  const skip = SKIP.exec(text)?.[0];
  if (skip !== undefined) claims.push(`It holds "${skip}", so no checks would run.`);
  for (const [line] of text.matchAll(TRAILER)) {
    if (claims.length >= MAX_CLAIMS) break;
    claims.push(`It speaks for somebody: "${textStart(line.trim(), MAX_LINE)}".`);
  }
  if (text.length > MAX_LENGTH) claims.push(`It is ${text.length} characters long.`);
  return claims;
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
