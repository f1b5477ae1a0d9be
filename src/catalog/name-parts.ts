import { fold } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/names.ts';

/** Words of other languages, short forms and spellings, each with the English word that the rules are written in. */
const ENGLISH: ReadonlyMap<string, string> = new Map(
  Object.entries({
    password: `passwd pwd pword passwort kennwort contrasena motdepasse mdp senha wachtwoord losenord haslo heslo
      salasana jelszo passord adgangskode parola sifre пароль 密码 密碼 パスワード 비밀번호`,
    passcode: 'geheimzahl zugangscode 暗証番号',
    secret: 'geheimnis',
    key: 'schlussel schluessel',
    token: 'jeton',
    number: 'no nr num nbr nummer numero 番号',
    card: 'karte karten tarjeta kaart',
    credit: 'kredit',
    passport: 'reisepass',
    citizen: 'burger',
    encrypted: 'enc encr crypted crypt verschlusselt',
    authentication: 'authn',
    authorization: 'authz',
    aadhaar: 'aadhar adhaar adhar',
    ssn: 'sozialversicherungsnummer 社会保障番号',
    'national id': `codicefiscale burgerservicenummer personalausweisnummer personnummer fodselsnummer pesel curp
      身份证号 身份证 マイナンバー 주민등록번호`,
    email: 'correo courriel メールアドレス メール 邮箱 電子メール 이메일',
    phone: `telephone telefon telefonnummer telefoon telefono telefone tel phn handynummer handynr mobiltelefon celular
      電話番号 电话 手机号 전화번호`,
    mobile: 'mob',
    address: 'addr adresse anschrift direccion indirizzo endereco adres 住所 地址 주소',
    street: 'strasse rue calle',
    house: 'haus',
    'first name': 'fname',
    'last name': 'lname',
    birthdate: `dob geburtsdatum geburtstag birthday geboortedatum 生年月日 出生日期 생년월일`,
    birth: 'geburts',
    bankaccount: 'kontonummer kontonr',
  }).flatMap(([english, others]) =>
    others
      .trim()
      .split(/\s+/)
      .flatMap((word) => (word === '' ? [] : [[fold(word), english] as const])),
  ),
);

/** Phrases whose head comes first, as Romance languages have it. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:mot de passe|palavra passe|clave de acceso|clave acceso|clave secreta)\b/g, 'password'],
  [/\b(?:clave|llave|chiave|chave|cle) (?:privada|privata|privee)\b/g, 'private key'],
  [/\b(?:clave|llave|chiave|chave|cle) (?:secreta|segreta|secrete)\b/g, 'secret key'],
  [/\b(?:clave|llave|chiave|chave|cle) api\b/g, 'api key'],
  [/\bnumber (?:de |do |di |da |la )*card(?: (?:de )?(?:credito|debito))?\b/g, 'card number'],
  [
    /\bnumber (?:de |do |di |da |la )*(?:carte|cartao|carta) ?(?:bancaire|bleue|de credit|di credito|de credito|credito)?\b/g,
    'card number',
  ],
  [/\bnumber (?:de )?(?:securite sociale|seguridad social|seguranca social)\b/g, 'ssn'],
  [/\bcodice fiscale\b/g, 'national id'],
  [
    /\b(?:email electronico|adresse (?:mail|email|electronique)|address (?:mail|email|electronique))\b/g,
    'email',
  ],
  [/\be mail\b/g, 'email'],
  [
    /\b(?:fecha|data|date) (?:de |di |do |da )*(?:nacimiento|nascimento|nascita|naissance)\b/g,
    'birthdate',
  ],
  [/\b(?:date of birth|birth date)\b/g, 'birthdate'],
];

/** Words that names are joined of without a gap. `anchors`: also behind a beginning that nobody knows (`zugriffstoken`). */
export interface JoinedWords {
  readonly words: ReadonlySet<string>;
  readonly anchors: readonly string[];
}

/** The longest word that is parted: longer ones are no names. */
const LONGEST = 64;

/**
 * The words of a column's name in English, as the rules of secret and personal columns read them: folded, joined words
 * parted, short forms and words of other languages in English, one gap between two. Numbers are left out:
 * `NATIONALIDNumber2` → national id number.
 */
export function nameParts(name: string, joined: JoinedWords): string {
  const words = wordsOf(name)
    .map(fold)
    .flatMap((word) => partsOf(word, joined))
    .filter((word) => !/^(?:\d+|v\d+)$/.test(word))
    .map((word) => ENGLISH.get(word) ?? word);
  return PHRASES.reduce((text, [found, english]) => text.replace(found, english), words.join(' '));
}

/** The fewest known words that a word is joined of, or an unknown beginning and an anchor with what follows; else itself. */
function partsOf(word: string, { words, anchors }: JoinedWords): readonly string[] {
  const isKnown = (part: string) => words.has(part) || ENGLISH.has(part);
  if (word.length > LONGEST || isKnown(word)) return [word];
  const whole = cover(word, isKnown);
  if (whole) return whole;
  for (const anchor of anchors) {
    const at = word.lastIndexOf(anchor);
    if (at < 0) continue;
    const rest = word.slice(at + anchor.length);
    const tail = rest === '' ? [] : cover(rest, isKnown);
    if (tail) return [...(at === 0 ? [] : [word.slice(0, at)]), anchor, ...tail];
  }
  return [word];
}

function cover(word: string, isKnown: (part: string) => boolean): readonly string[] | null {
  // best[n]: the fewest words that the first n letters are joined of.
  const best: (readonly string[] | null)[] = [[]];
  for (let end = 1; end <= word.length; end++) {
    best[end] = null;
    for (let from = 0; from < end; from++) {
      const before = best[from];
      const part = word.slice(from, end);
      if (!before || part.length < 2 || !isKnown(part)) continue;
      const now = best[end];
      if (!now || before.length + 1 < now.length) best[end] = [...before, part];
    }
  }
  return best[word.length] ?? null;
}
