import { isDeepStrictEqual } from 'node:util';

/** A set of persons who may match a search: those who have one of the employers and one of the name tokens. */
export interface PersonBlock {
  /** The keys of the employers, as the table `person_block` has them: `c42` for a company's id, `dacme.com` for a domain. */
  readonly employers: readonly string[];
  readonly tokens: readonly string[];
}

/** A key of an employer and a name token: the persons who have both are found together. */
export interface BlockPair {
  readonly employer: string;
  readonly token: string;
}

/** A person of a block, with those of the block's employers at which the person has one of the block's tokens. */
export interface BlockMember {
  /** `person.id` */
  readonly id: string;
  readonly employers: readonly string[];
}

/** The maximum number of candidates of a block. The candidates that share the fewest name tokens are left out. */
export const maxCandidates = 50;

/**
 * The tokens of a block as they are compared with the stored ones, without duplicates. No stored token contains a space, so a token with
 * spaces stands for its parts.
 */
function comparableTokens({ tokens }: PersonBlock): readonly string[] {
  const text = tokens.join(' ');
  return text === '' ? [] : [...new Set(text.split(' '))];
}

/** All pairs of an employer and a token of a block. */
export function pairsOf(block: PersonBlock): readonly BlockPair[] {
  const tokens = comparableTokens(block);
  return block.employers.flatMap((employer) => tokens.map((token) => ({ employer, token })));
}

/** A text that is different for different pairs. */
export function pairKey({ employer, token }: BlockPair): string {
  return `${employer}\0${token}`;
}

/**
 * Chooses the candidates of many blocks among the persons of their pairs. Blocks share pairs: a thousand names at one employer have
 * much fewer different words. So the persons of each pair are given once, and are counted here instead of in PostgreSQL.
 */
export class BlockRanking {
  /** The different persons, by `person.id`. A person is called by the place in this list, so places are in the order of ids. */
  private readonly ids: BigInt64Array;
  /** The places of the persons of each pair. */
  private readonly places = new Map<string, Int32Array>();
  /** For each person the number of tokens that the person shares with the block; zero between two blocks. */
  private readonly shared: Uint32Array;
  /** For each person the token that was counted last, so that a token counts once if the person has it at several employers. */
  private readonly lastToken: Uint32Array;
  private tokensCounted = 0;
  /** The members that blocks have so far, by place: one for each different list of employers. */
  private readonly members = new Map<number, BlockMember[]>();

  /** @param persons the values of `person.id` of each pair, by {@link pairKey}; a pair without persons may be absent */
  constructor(persons: ReadonlyMap<string, readonly string[]>) {
    const different = new Set<string>();
    for (const ids of persons.values()) for (const id of ids) different.add(id);
    this.ids = BigInt64Array.from(different, BigInt).sort();
    const placeOf = new Map<string, number>();
    for (const [place, id] of this.ids.entries()) placeOf.set(String(id), place);
    for (const [key, ids] of persons)
      this.places.set(
        key,
        Int32Array.from(ids, (id) => placeOf.get(id) ?? 0),
      );
    this.shared = new Uint32Array(this.ids.length);
    this.lastToken = new Uint32Array(this.ids.length);
  }

  /**
   * The candidates of a block: at most {@link maxCandidates}. The persons who share the most different tokens come first, and among
   * equals the one with the lowest id. Blocks share equal members, because a list of colleagues has each person in dozens of blocks.
   */
  membersOf(block: PersonBlock): readonly BlockMember[] {
    const employers = [...new Set(block.employers)];
    const tokens = comparableTokens(block);
    const chosen = this.mostShared(this.count(employers, tokens));
    const employersOf = new Map<number, string[]>(chosen.map((place) => [place, []]));
    for (const employer of employers) {
      for (const token of tokens) {
        for (const place of this.places.get(pairKey({ employer, token })) ?? []) {
          const known = employersOf.get(place);
          if (known !== undefined && known.at(-1) !== employer) known.push(employer);
        }
      }
    }
    return chosen.map((place) => this.member(place, employersOf.get(place) ?? []));
  }

  private member(place: number, employers: readonly string[]): BlockMember {
    const known = this.members.get(place) ?? [];
    const equal = known.find((member) => isDeepStrictEqual(member.employers, employers));
    if (equal !== undefined) return equal;
    const member = { id: String(this.ids[place]), employers };
    this.members.set(place, [...known, member]);
    return member;
  }

  /** Counts the tokens in `shared`, and returns the persons who have any. */
  private count(employers: readonly string[], tokens: readonly string[]): number[] {
    const counted: number[] = [];
    for (const token of tokens) {
      this.tokensCounted += 1;
      for (const employer of employers) {
        for (const place of this.places.get(pairKey({ employer, token })) ?? []) {
          if (this.lastToken[place] === this.tokensCounted) continue;
          this.lastToken[place] = this.tokensCounted;
          const before = this.shared[place] ?? 0;
          if (before === 0) counted.push(place);
          this.shared[place] = before + 1;
        }
      }
    }
    return counted;
  }

  /** The counted persons who share the most tokens. Their counts are set to zero again. */
  private mostShared(counted: readonly number[]): number[] {
    const byCount: number[][] = [];
    for (const place of counted) {
      (byCount[this.shared[place] ?? 0] ??= []).push(place);
      this.shared[place] = 0;
    }
    const chosen: number[] = [];
    for (let count = byCount.length - 1; count > 0 && chosen.length < maxCandidates; count -= 1) {
      chosen.push(
        ...Int32Array.from(byCount[count] ?? [])
          .sort()
          .subarray(0, maxCandidates - chosen.length),
      );
    }
    return chosen;
  }
}
