/**
 * Words that make a sentence a negation, a warning or an example, by language. Only whole words match. Words that are harmless in
 * another language are omitted.
 */
const WORDS: Readonly<Record<string, string>> = {
  en: String.raw`not?|never|\w*n['’]t|cannot|unable|none|neither|nor|without|avoid|refuse|decline|forbidden|prohibited|wrong|bad|stop|dangerous|decided against|nearly (?:wrote|ran|called)|would|could|might|e\.g|examples?|such as|instead|rather than|options?|choice|variant|plan [a-z]|alternatively|possibility|hypothetical\p{L}*|imagine|suppose|(?:looks? )?like so|looks? like|warning|please confirm|under no|previously (?:i|called|ran)|told me to|had i`,
  de: String.raw`nicht|nie|niemals|kein\p{L}*|verboten|würde|falls|wenn|beispiel(?:e|sweise)?|bspw|z\. ?b|anstatt|statt`,
  fr: 'ne|pas|jamais|exemple|interdit|au lieu|éviter?',
  es: 'nunca|jamás|ejemplo|prohibido|tampoco|evit[ae]r?',
  pt: 'não|exemplo|proibido',
  it: 'non|mai|esempio|vietato',
  nl: 'niet|nooit|geen|bijvoorbeeld|voorbeeld|verboden',
  sv: 'inte|aldrig|exempel',
  da: 'ikke|aldri|eksempel|eksempelvis',
  fi: 'ei|eivät|emme|älä|älkää|esimerkiksi|esimerkki',
  pl: 'nie|nigdy|przykład(?:y|u|owo)?',
  cs: String.raw`nikdy|nebud\p{L}+|nesm\p{L}+|nelze|příklad(?:em)?|například`,
  hu: 'nem|soha|tilos|például|példa',
  ro: String.raw`nu (?:voi|vreau|pot|o să|rula\p{L}*|execut\p{L}*)|niciodată|exemplu`,
  tr: String.raw`asla|değil|örne[kğ](?:in)?|\p{L}+m[ae]y(?:[ae]c[ae]\p{L}+|[ıi]n(?:[ıi]z)?)|yapma[mz]?|etme[mz]?|olmaz`,
  el: 'δεν|μην?|ποτέ|παράδειγμα',
  ru: 'не|никогда|нельзя|например|пример',
  uk: 'ніколи|наприклад|приклад',
  ar: 'لا|لن|لم|ليس|مثال|المثال|مثلا|مثلاً',
  he: 'לא|אסור|לדוגמה|דוגמה|למשל',
  hi: 'नहीं|मत|उदाहरण',
  vi: 'không|đừng|ví dụ',
  id: 'jangan|tidak|contoh(?:nya)?|misalnya',
};

/** The same for languages that write words without spaces or negate at the end of a word. */
const PARTS: Readonly<Record<string, string>> = {
  zh: '不要|不会|不能|不得|不应|不该|不可|不想|不打算|不执行|不运行|不调用|拒绝|切勿|绝不|禁止|别[调执用]|例如|比如|譬如|示例',
  ja: 'ないで|しない|ません|たとえば|例えば|例：|例:',
  ko: '마세요|않|금지|예를 들|예시|예:',
  th: 'ไม่|อย่า|ตัวอย่าง',
  signs: '[🚫⛔👎]',
};

/** Words that start a condition. */
const IF: Readonly<Record<string, string>> = {
  en: 'if|unless',
  de: 'wenn|falls|sofern|sobald',
  romance: String.raw`si|s['’]il|sinon|se (?:vuoi|volete|vuole|preferi\p{L}+|sei|quiser\p{L}*|vocês?|desej\p{L}+|concord\p{L}+)|caso|dacă`,
  germanic: 'als (?:je|u|jij)|indien|tenzij|om du|hvis',
  slavic: 'jeśli|jeżeli|pokud|если|якщо',
  other: 'jos|ha|eğer|αν|εάν|إذا|אם|अगर|यदि|nếu|jika|kalau',
};

/** Conditions that may occur anywhere in a clause. */
const IF_PARTS = String.raw`(?<!\p{L})(?:[iİ]sterse\p{L}*|если|يرجى التأكيد)(?!\p{L})|如果|若您|若你|要是|除非|もし|よろしければ|なら[、：:]|(?:하시|원하)면`;

const join = (words: Readonly<Record<string, string>>): string => Object.values(words).join('|');

export const DOUBT_WORD = new RegExp(String.raw`(?<!\p{L})(?:${join(WORDS)})(?!\p{L})|${join(PARTS)}`, 'iu');

/** Matches a condition at the start of a clause, or an unambiguous condition anywhere. */
export const CONDITION_WORD = new RegExp(
  String.raw`(?:^|[,;:，–—]\s*)[^\p{L}]*(?:${join(IF)})(?=\s+\p{L}|\s*[:：])|${IF_PARTS}`,
  'iu',
);
