/**
 * Whether a line starts the turn of a speaker, such as `User: …`, `**Tool result:**` or `### Assistant`.
 * @param isBeginning whether the reply starts with this line, in which case the model may name itself
 */
export function isSpeakerLine(line: string, isBeginning: boolean): boolean {
  return OTHERS.test(line) || (!isBeginning && SELF.test(line));
}

const USER =
  "(?:end[ -])?users?(?:['’]s)?(?:\\s+(?:input|message|reply|request|query|question|prompt))?|humans?|" +
  'benutzer|nutzer|mensch|utilisateur|humain|usuario|humano|utente|umano|usuário|gebruiker|użytkownik|användare|' +
  'bruker|kullanıcı|пользователь|человек|用户|人类|ユーザー|人間|사용자|المستخدم|उपयोगकर्ता|người dùng';
const ASSISTANT =
  'assistant|assistent|asistente|assistente|asystent|asistan|ассистент|助手|アシスタント|어시스턴트|المساعد|सहायक|trợ lý';
const RESULT =
  '(?:tool|function)[ _-]?(?:results?|outputs?|responses?|returned)|(?:results?|outputs?) of [`"\'\\w.-]{1,80}|[a-z][\\w.-]{0,80} (?:returned|returns)';

const OTHERS = speakerLine(
  USER,
  `system|developer|observation|you|${RESULT}|система|系统|工具结果|システム|시스템`,
  'instruction',
  'user|human|system',
);
const SELF = speakerLine(
  ASSISTANT,
  'ai|(?:chat)?bot|agent|me|tool|results?|outputs?',
  'response|model',
  'assistant|model|tool',
);

/**
 * @param core names that also match in list items
 * @param more further names before a colon
 * @param title further names in headings and brackets
 * @param bare names that must be alone on a line
 */
function speakerLine(core: string, more: string, title: string, bare: string): RegExp {
  const item = String.raw`(?:(?:[-*+•]|\d+[.)])\s+(?=[\W_]*(?:the\s+)?(?:${core})))?`;
  const start = String.raw`^\s*${item}(?:\p{Extended_Pictographic}\ufe0f?\s*)?`;
  const detail = String.raw`(?:\s*\d+|\s*\([^)\n]{1,40}\)|\s+(?:for|of|from)\s+[\w.-]+|\s+(?:says|said|replied|wrote))?`;
  return new RegExp(
    [
      String.raw`${start}[#*_[({@\s]*(?:the\s+)?(?:${core}|${more})${detail}[\])}*_]*(?:\s*[:：]|>|\s+[-–—|]\s)`,
      String.raw`${start}(?:#+|[-=*_]{2,})\s*(?:${core}|${more}|${title})\s*:?[-=*_#\s]*$`,
      String.raw`${start}\[(?:${core}|${more}|${title})\]`,
      String.raw`^\s*(?:${bare})\s*$`,
    ].join('|'),
    'iu',
  );
}
