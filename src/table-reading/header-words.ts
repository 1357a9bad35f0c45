/**
 * This file finds out what a column name means from its words, in whatever way they are written: `Organization - Postal code`,
 * `CompanyPostalCode`, `companypostalcode` and `Company Zip` mean the same.
 */

/** Normalises a name for comparison. Letter case does not count, and underscores, hyphens and blanks count as one blank. */
export function keyOfName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
}

/** Whom a column describes: the company or the person. */
type Owner = 'company' | 'person';

/** What a name of a column means. */
export interface HeaderMeaning {
  /** Whom the column describes; null if the name does not say so, as in `City`. */
  readonly owner: Owner | null;
  /** The words that carry the meaning, sorted and separated by blanks: `postal` for `Company Zip/Postal Code`. */
  readonly key: string;
  /** The number in the name, such as 2 in `Phone 2`. It gives the order of columns with the same meaning. 0 without a number. */
  readonly number: number;
  /** Whether the values are in thousands, as in `Revenue (in 000s USD)`. */
  readonly isInThousands: boolean;
}

/** In each line: a word, and after the colon the words that mean the same and are replaced by it. */
const synonymLines: readonly string[] = [
  'company: organization organisation org account accounts employer firm corporate corporation employment firma unternehmen',
  'company: entreprise empresa azienda companies organizations sales_account',
  'person: contact contacts lead people individual prospect member kontakt',
  'email: mail mailadresse emails courriel correo',
  'phone: telephone tel telefon phones dial telefono',
  'mobile: cell cellphone mobil handy',
  'website: web webseite internetseite homepage webpage domain url sitio',
  'linkedin: li',
  'city: town locality ort stadt ville ciudad municipality',
  'region: state province county bundesland states',
  'country: land pays pais nation',
  'postal: zip zipcode postcode postalcode plz',
  'street: strasse',
  'address: adresse adressen direccion',
  'hq: headquarters headquarter headoffice',
  'industry: industries branche',
  'employees: employee headcount staff mitarbeiter workforce fte',
  'count: number nb num nr no anzahl quantity',
  'range: band bucket bracket',
  'founded: established inception incorporated founding incorporation foundation launch launched',
  'revenue: revenues turnover umsatz',
  'last: latest recent newest',
  'round: stage',
  'ticker: tickersymbol stocksymbol',
  'description: about overview summary beschreibung',
  'technology: technologies tech techstack',
  'speciality: specialities specialties specialty specialisation',
  'keyword: keywords',
  'follower: followers',
  'former: previous formerly',
  'other: alternative additional secondary tertiary alt',
  'aka: alias aliases dba tradestyle',
  'forename: firstname givenname vorname prenom nombre first',
  'surname: lastname familyname nachname apellido apellidos nom last_name',
  'title: position designation occupation berufsbezeichnung jobtitle',
  'estimated: estimate est',
  'personal: private',
  'usd: dollars dollar us eur',
  'thousand: thousands 000s 000',
  'fullname: displayname',
];

/** Phrases, and the word by which each of them is replaced. They are replaced in this order. */
const phraseLines: readonly (readonly [written: string, word: string])[] = [
  ['e mail', 'email'],
  ['linked in', 'linkedin'],
  ['professional network', 'linkedin'],
  ['you tube', 'youtube'],
  ['tik tok', 'tiktok'],
  ['git hub', 'github'],
  ['web site', 'website'],
  ['web page', 'website'],
  ['home page', 'website'],
  ['domain name', 'website'],
  ['zip code', 'postal'],
  ['post code', 'postal'],
  ['postal code', 'postal'],
  ['post town', 'city'],
  ['postal address', 'address'],
  ['head count', 'employees'],
  ['head quarters', 'hq'],
  ['head office', 'hq'],
  ['first name', 'forename'],
  ['given name', 'forename'],
  ['fore name', 'forename'],
  ['last name', 'surname'],
  ['family name', 'surname'],
  ['sur name', 'surname'],
  ['full name', 'fullname'],
  ['display name', 'fullname'],
  ['also known as', 'aka'],
  ['doing business as', 'aka'],
  ['trading name', 'aka'],
  ['stock symbol', 'ticker'],
  ['stock ticker', 'ticker'],
  ['ticker symbol', 'ticker'],
  ['job title', 'title'],
  ['job position', 'title'],
  ['zip', 'postal'],
  ['country region', 'country'],
  ['job company', 'company'],
];

/** Words that never change the meaning of a name. */
const emptyWords = new Set(
  'a the of for at in on to and or und de von is der die das value values data basic info information entity transliterated'.split(
    ' ',
  ),
);

/**
 * Names of nested objects that only hold other members, such as `geo` in `geo.city`. They are left out of the name of a member, but two of
 * them have an effect: the members of `site` describe the company, and `location.name` is a location.
 */
const containers = new Set(
  (
    'geo metrics category site attributes properties property fields taxonomy stats details reg entity profile profiles ' +
    'social social_profiles location locations address addresses active_experience'
  ).split(' '),
);

/**
 * In each line: a word, and after the colon the words that do not change the meaning of a name if it also has this word. `Phone Number`
 * means the same as `Phone`, and `Email Address` the same as `Email`.
 */
const companionLines: readonly string[] = [
  'email: address addresses work business primary other person direct main best current office id recommended professional',
  'phone: count work direct home business office primary other main line personal work hq',
  'mobile: count work primary other main personal phone',
  'linkedin: page profile link website handle public username slug address',
  'facebook: page profile link website address',
  'twitter: page profile link website address',
  'instagram: page profile link website address',
  'youtube: page channel profile link website address',
  'github: page profile link website address',
  'tiktok: page profile link website address',
  'crunchbase: page profile link website address',
  'website: link address main primary page work current',
  'employees: count linkedin current size',
  'city: address location mailing home business hq legal billing primary main registered work current',
  'region: address location mailing home business hq legal billing primary main registered work current',
  'country: address location mailing home business hq legal billing primary main registered work current',
  'postal: code address location mailing home business hq legal billing primary main registered work current',
  'street: address location mailing home business hq legal billing primary main registered line work',
  'revenue: annual estimated usd range inferred modelled',
  'ticker: stock symbol',
  'round: type',
  'title: current job experience',
  'fullname: name',
  'forename: name',
  'surname: name',
  'follower: count linkedin',
  'industry: primary main type',
  'keyword: seo',
  'technology: website stack used',
  'hq: main',
];

/**
 * Words that show that a column describes the company, even if its name does not say so. In a record of a person, `HQ City` is the city
 * of the employer.
 */
const ofCompany = new Set(['hq', 'billing', 'registered']);

/** Further words for the vocabulary, by which a name without spaces, such as `stocksymbol`, is divided into words. */
const otherWords =
  'page profile link handle public username slug job primary secondary work business direct home office mailing billing ' +
  'registered main line name type date year size range code address location annual total amount founded funding ' +
  'current legal owner status source id score verified facebook twitter instagram youtube github tiktok crunchbase ' +
  'ownership month day started years raised money investors lead fax department seniority level employee';

const synonyms = new Map(
  synonymLines.flatMap((line) => {
    const [word = '', others = ''] = line.split(': ');
    return [word, ...others.split(' ')].map((each) => [each, word] as const);
  }),
);
const companions = new Map(
  companionLines.map((line) => {
    const [word = '', others = ''] = line.split(': ');
    return [word, new Set(others.split(' '))] as const;
  }),
);
const vocabulary = new Set([
  ...synonyms.keys(),
  ...phraseLines.flatMap(([written]) => written.split(' ')),
  ...[...companions].flatMap(([word, others]) => [word, ...others]),
  ...emptyWords,
  ...otherWords.split(' '),
]);

/** The maximum length of a column name. A longer text is a sentence rather than a name. */
const longestName = 80;

/** Words that are not part of the key of a meaning. They say whom a column describes, or that its values are in thousands. */
const uncounted: ReadonlySet<string> = new Set(['company', 'person', 'thousand']);

/** A number of at most two digits in a name, such as 2 in `Phone 2`. A longer one, such as a year, is an ordinary word. */
const counting = /^[0-9]{1,2}$/;

/**
 * The meaning of the name of a column, or of a member of a nested object, such as `geo.city`. Null for a name without words that carry a
 * meaning, and for a name that is too long.
 */
export function headerMeaning(name: string): HeaderMeaning | null {
  if (name.length > longestName) return null;
  const parts = withoutLabel(name)
    .split(/\.(?=[a-z_])/i)
    .map((part) => wordsOf(part));
  const last = parts.pop() ?? [];
  const outer = parts.flatMap((words) => words.filter((word) => !containers.has(word)));
  const isPlace = last.join(' ') === 'name' && parts.some((words) => words.includes('location'));
  // The members of a nested object `site` describe the company. An example is a phone number that was found on its website.
  const site = parts.some((words) => words.includes('site')) ? ['company'] : [];
  const words = meaningful([...outer, ...site, ...(isPlace ? ['location'] : last)]);
  return words.length === 0 ? null : meaningOf(words);
}

/** Removes a suffix that query services of linked data add to names of columns with texts: `companyLabel`, `industryLabel`. */
function withoutLabel(name: string): string {
  return name.replace(/^alt(?:ernative)?Labels?$/, 'other name').replace(/(?<=\p{Ll})Labels?$/u, '');
}

function meaningOf(words: readonly string[]): HeaderMeaning {
  const numbers = words.filter((word) => counting.test(word)).map(Number);
  const known = [...new Set(words.filter((word) => !counting.test(word)))];
  const owners = known.filter((word): word is Owner => word === 'company' || word === 'person');
  const owner = owners.at(-1) ?? (known.some((word) => ofCompany.has(word)) ? 'company' : null);
  const isInThousands = known.includes('thousand');
  const rest = withoutCompanions(known.filter((word) => !uncounted.has(word)));
  const key = rest.sort().join(' ');
  return { owner, key, number: numbers[0] ?? 0, isInThousands };
}

/**
 * Leaves out each word that does not change the meaning beside another word of the name: `email address` becomes `email`. In
 * `phone mobile`, either word could be left out beside the other, so only the first of the two is left out.
 */
function withoutCompanions(words: readonly string[]): string[] {
  let kept = [...words];
  for (const word of words) {
    if (kept.some((head) => head !== word && companions.get(head)?.has(word) === true))
      kept = kept.filter((other) => other !== word);
  }
  return kept;
}

/** Replaces phrases and synonyms among the words of a name, and leaves out the words that never change the meaning. */
function meaningful(words: readonly string[]): string[] {
  let text = ` ${words.join(' ')} `;
  for (const [written, word] of phraseLines) text = text.replaceAll(` ${written} `, ` ${word} `);
  return text
    .trim()
    .split(' ')
    .map((word) => synonyms.get(word) ?? word)
    .filter((word) => word !== '' && !emptyWords.has(word));
}

/** Splits a name into its words in lower case: `BillingCity` and `billingcity` become `billing` and `city`. */
function wordsOf(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').replaceAll('#', ' number ');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((token) => wordsOfToken(token));
}

function wordsOfToken(token: string): string[] {
  const lower = token.toLowerCase();
  if (isWord(lower) || /^[0-9]+$/.test(lower)) return [singular(lower)];
  // Inserts spaces between letters and digits, and before a capital that begins a word: `SicText` becomes `Sic Text`.
  const parts = token
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2 ')
    .replace(/(\p{L})(?=\p{N})|(\p{N})(?=\p{L})/gu, '$1$2 ')
    .toLowerCase()
    .split(' ');
  const known = parts.flatMap((part) => (isWord(part) || /^[0-9]+$/.test(part) ? [part] : (divided(part) ?? [])));
  const isWhole = known.join('') === lower;
  const words = isWhole ? known : (divided(lower) ?? parts);
  return words.map(singular);
}

function isWord(word: string): boolean {
  return vocabulary.has(word) || vocabulary.has(singular(word));
}

/** The singular of a plural: `cities` becomes `city`. A plural that is itself in the vocabulary, such as `addresses`, is kept. */
function singular(word: string): string {
  if (vocabulary.has(word) || word.length < 4) return word;
  const stems = [word.replace(/ies$/, 'y'), word.replace(/s$/, '')];
  return stems.find((stem) => stem !== word && vocabulary.has(stem)) ?? word;
}

/** The minimum length of a word that is found in a name without spaces. The next constant has the exceptions. */
const shortestPart = 3;
const shortParts = new Set(['hq', 'id', 'nb', 'no', 'of']);

/** Divides a name without spaces into known words, into as few as possible. Null if it cannot be divided into known words. */
function divided(text: string): string[] | null {
  const best: (string[] | null)[] = [[]];
  for (let end = 1; end <= text.length; end += 1) {
    best.push(null);
    for (let start = 0; start < end; start += 1) {
      const before = best[start];
      const word = text.slice(start, end);
      if (before === null || before === undefined || !isPart(word)) continue;
      const now = best[end];
      if (now === null || now === undefined || before.length + 1 < now.length) best[end] = [...before, word];
    }
  }
  return best[text.length] ?? null;
}

function isPart(word: string): boolean {
  return vocabulary.has(word) && (word.length >= shortestPart || shortParts.has(word));
}
