import type { Bounds, CompanyDefinition, QueryDefinition } from '../../queries/query-definition.js';

/** A part of the sentence, the path of the member that it became, and what this member got. */
export interface Understood {
  readonly text: string;
  readonly member: string;
  readonly value: unknown;
}

/** The values that a part of a sentence gives to one member. */
export interface Given {
  readonly member: string;
  readonly value: readonly string[] | string | Bounds;
}

/** A filter as it is built: members by their names. */
type Draft = Record<string, unknown>;

/** Collects the members of a filter. Lists of one member are joined, because the values of a list are alternatives. */
export class WhereBuilder {
  private readonly where: Draft = {};
  private readonly noted: { readonly place: number; readonly entry: Understood }[] = [];

  /** Gives values to members. `company` says that they are members of the employer of a person. */
  add(given: readonly Given[], text: string, place: number, path: readonly string[] = []): void {
    for (const { member, value } of given) {
      put(path.reduce(inner, this.where), member, value);
      this.note([...path, member].join('.'), value, text, place);
    }
  }

  /** Excludes what has a value of one of the members. */
  exclude(given: readonly Given[], text: string, place: number, path: readonly string[] = []): void {
    const target = path.reduce(inner, this.where);
    const excluded = Object.fromEntries(given.map(({ member, value }) => [member, value]));
    target.none = [...listIn(target, 'none'), excluded];
    for (const { member, value } of given) this.note([...path, 'none', member].join('.'), value, text, place);
  }

  /** Adds filters to `any`, of which one has to hold, or to `all`. */
  addTo(
    list: 'any' | 'all',
    choices: readonly (readonly Given[])[],
    text: string,
    place: number,
    path: readonly string[] = [],
  ): void {
    const target = path.reduce(inner, this.where);
    const built = choices.map((given) => Object.fromEntries(given.map(({ member, value }) => [member, value])));
    target[list] = [...listIn(target, list), ...built];
    for (const { member, value } of choices.flat()) this.note([...path, list, member].join('.'), value, text, place);
  }

  /** Whether a member of the filter, or of one of its inner filters, has a value. */
  mentions(...members: readonly string[]): boolean {
    return this.noted.some(({ entry }) => members.includes(entry.member.split('.').at(-1) ?? ''));
  }

  get understood(): Understood[] {
    return this.noted.toSorted((a, b) => a.place - b.place).map(({ entry }) => entry);
  }

  get result(): QueryDefinition & CompanyDefinition {
    return this.where;
  }

  private note(member: string, value: Given['value'], text: string, place: number): void {
    this.noted.push({ place, entry: { text, member, value } });
  }
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null;
}

function isBounds(value: readonly string[] | Bounds): value is Bounds {
  return !Array.isArray(value);
}

function inner(draft: Draft, name: string): Draft {
  const found = draft[name];
  if (isDraft(found)) return found;
  const made: Draft = {};
  draft[name] = made;
  return made;
}

function listIn(draft: Draft, member: string): unknown[] {
  const found = draft[member];
  return Array.isArray(found) ? found : [];
}

function put(draft: Draft, member: string, value: Given['value']): void {
  if (typeof value === 'string') draft[member] = value;
  else if (isBounds(value)) draft[member] = { ...inner(draft, member), ...value };
  else draft[member] = [...new Set([...listIn(draft, member), ...value])];
}
