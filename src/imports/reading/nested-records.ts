import { keyOfName } from '../../table-reading/header-words.js';

type Members = Readonly<Record<string, unknown>>;

/** The maximum depth of nested objects whose members are read. Members that are nested more deeply fill no field. */
const maxDepth = 6;

/** Whether a value is a JSON object. */
export function isNested(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Lists the members of nested objects under names with dots: the member `city` of the member `geo` becomes `geo.city`. Lists stay as they
 * are.
 */
export function flattened(value: Members, name: string, depth = 1): (readonly [name: string, value: unknown])[] {
  return Object.entries(value).flatMap(([member, inner]) => {
    const path = `${name}.${member}`;
    return isNested(inner) && depth < maxDepth ? flattened(inner, path, depth + 1) : [[path, inner] as const];
  });
}

/** A member of the items of a list in our format, and the names that other products give it, in order of preference. */
type ItemLine = readonly [member: string, names: string];

const itemLines: Readonly<Record<string, readonly ItemLine[]>> = {
  emails: [
    ['address', 'email, email address, value, mail'],
    ['type', 'label, kind, email type'],
  ],
  education: [
    ['school', 'school.name, school name, institution name, institute name, institution, university, title, name'],
    ['start_year', 'start date, date from year, date from, starts at, started on, started at, from'],
    ['end_year', 'end date, date to year, date to, ends at, finished on, ended at, to'],
  ],
  experience: [
    ['title', 'title.name, job title, position title, employee title, position, role, name'],
    ['company_name', 'company.name, company, organization name, organization, employer name, employer, employer.name'],
    ['company_website', 'company.website, company.domain, company domain, company.primary domain, employer website'],
    [
      'company_network_url',
      'company.linkedin url, company linkedin url, company linkedin profile url, company.profile url, company linkedin, ' +
        'employer linkedin url, company url',
    ],
    ['start_date', 'date from, starts at, started on, started at, start, from'],
    ['end_date', 'date to, ends at, finished on, ended at, end, to'],
  ],
  technologies: [
    ['name', 'technology, technology name, title'],
    ['first_seen', 'first verified at, first detected at, first seen at, first detected, first indexed'],
  ],
};

const itemNames: ReadonlyMap<string, readonly (readonly [member: string, keys: readonly string[]])[]> = new Map(
  Object.entries(itemLines).map(([list, lines]) => [
    list,
    lines.map(([member, names]) => [member, [keyOfName(member), ...names.split(', ').map(keyOfName)]] as const),
  ]),
);

/**
 * In our format, the items of some lists are plain texts. Other products write such an item as an object: `{ "number": "+49 89 1" }`. These
 * are the names of the member that has the text.
 */
const textMembers = [
  'value',
  'name',
  'number',
  'phone',
  'sanitized_number',
  'domain',
  'skill',
  'title',
  'member_skill_list.skill',
];

/**
 * Turns an item of a list into our format: it renames the members, and drops those that our format does not have.
 * @param list the field, such as `experience`
 * @param members the members that items of the list have in our format; none for a list of texts
 */
export function readItem(list: string, members: ReadonlySet<string>, item: unknown): unknown {
  if (!isNested(item)) return item;
  if (members.size === 0) return textOf(item);
  const names = itemNames.get(list);
  if (names === undefined || Object.keys(item).every((name) => members.has(name) && !isNested(item[name]))) {
    return list === 'emails' ? withType(item) : item;
  }
  const byKey = new Map<string, unknown>();
  for (const [name, value] of Object.entries(item)) {
    const day = isNested(value) ? dayOf(value) : value;
    if (isNested(day)) for (const [path, inner] of flattened(day, name)) byKey.set(keyOfName(path), inner);
    else byKey.set(keyOfName(name), day);
  }
  const read = Object.fromEntries(
    names.flatMap(([member, keys]) => {
      const value = keys.map((key) => byKey.get(key)).find((each) => !isMissing(each));
      return value === undefined ? [] : [[member, member.endsWith('_year') ? yearOf(value) : value] as const];
    }),
  );
  return list === 'emails' ? withType(read) : withPage(read);
}

/** The names of the members of an item that {@link readItem} drops. */
export function unreadNames(list: string, members: ReadonlySet<string>, item: unknown): string[] {
  if (!isNested(item)) return [];
  const known = new Set((itemNames.get(list) ?? []).flatMap(([, keys]) => keys));
  return Object.keys(item).filter(
    (name) => !members.has(name) && !known.has(keyOfName(name)) && !isRead(name, item[name], known),
  );
}

function isRead(name: string, value: unknown, known: ReadonlySet<string>): boolean {
  return isNested(value) && flattened(value, name).some(([path]) => known.has(keyOfName(path)));
}

function textOf(item: Members): unknown {
  const name = textMembers.find((member) => typeof item[member] === 'string');
  return name === undefined ? item : item[name];
}

/** Writes a date that is an object as a text: `{ "year": 2021, "month": 3, "day": 1 }` becomes `2021-03-01`. */
function dayOf(value: Members): unknown {
  const { year, month, day } = value;
  if (typeof year !== 'number') return value;
  return [String(year), ...[month, day].filter((part) => typeof part === 'number').map(twoDigits)].join('-');
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

function yearOf(value: unknown): unknown {
  return typeof value === 'string' ? (/^[0-9]{4}(?=$|-)/.exec(value.trim())?.[0] ?? value) : value;
}

/** Translates the type of an e-mail address to `work` or `personal`. Vendors have more types, such as `professional` and `home`. */
function withType(item: Members): Members {
  const { type, ...others } = item;
  if (typeof type !== 'string') return type === null ? others : item;
  if (/personal|private|home/i.test(type)) return { ...others, type: 'personal' };
  return /work|professional|business|corporate|office/i.test(type) ? { ...others, type: 'work' } : item;
}

/** Moves the URL of an employer to `company_website` if it is not a profile page. Some products have both kinds of URLs in one member. */
function withPage(item: Record<string, unknown>): Members {
  const { company_network_url: page, ...others } = item;
  if (typeof page !== 'string' || /\/(?:company|school|showcase)\//i.test(page)) return item;
  return { company_website: page, ...others };
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || isNested(value);
}
