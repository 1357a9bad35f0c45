import { Injectable } from '@nestjs/common';
import { inTurns } from '../platform/async/turns.js';
import { Database } from '../platform/database/database.js';
import { maxSharedKeys, type Statements } from '../platform/database/statements.js';
import {
  type BlockMember,
  type BlockPair,
  BlockRanking,
  maxCandidates,
  pairKey,
  pairsOf,
  type PersonBlock,
} from './block-ranking.js';

/** A person who may match an identifier, with the data that scoring needs. */
export interface Candidate {
  /** `person.id` */
  readonly id: string;
  /** The canonical profile page of the person; null if none is stored. */
  readonly networkUrl: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
  /**
   * The keys of the candidate's current employers, in the form of the table `person_block`. A candidate who was found by
   * employer and name has only the keys of those employers that were searched. A candidate who was found by full name has none.
   */
  readonly employers: readonly string[];
  /** The current name, former names and aliases of the current employer. */
  readonly companyNames: readonly string[];
  readonly addresses: readonly string[];
}

/** SQL for `companyNames` and `addresses` of a candidate; `p` is the person. */
const evidenceColumns = `
  array(select n.name from (select c.name from company c where c.id = p.company_id
                            union all select f.name from company_former_name f where f.company_id = p.company_id
                            union all select a.name from company_alias a where a.company_id = p.company_id
                            union all select p.company_name) n where n.name is not null),
  array(select e.address from person_email e where e.person_id = p.id)`;

/**
 * SQL for the candidates in a few blocks. All tokens of an employer are found in one index scan, so an employer without
 * persons costs little. `offset 0` makes the planner use the index: it expects many candidates, and would otherwise
 * scan all persons.
 */
const candidatesInBlocks = `
  select ranked.ord, p.*
    from (select lookup.ord, b.person_id, array_agg(distinct b.employer) as employers,
                 row_number() over (partition by lookup.ord order by count(distinct b.token) desc, b.person_id) as position
            from unnest($1::int[], $2::text[], $3::text[]) as lookup (ord, employer, tokens)
            join person_block b on b.employer = lookup.employer and b.token = any (string_to_array(lookup.tokens, ' '))
           group by lookup.ord, b.person_id) ranked
   cross join lateral (select p.id, p.network_url, p.first_name, p.last_name, p.full_name, ranked.employers, ${evidenceColumns}
                         from person p where p.id = ranked.person_id offset 0) p
   where ranked.position <= ${maxCandidates}`;

/**
 * The maximum number of persons that are read for a pair of an employer and a token. If more persons have it, PostgreSQL chooses the
 * candidates of its blocks, because this process would have to hold all of these persons.
 */
const maxPersonsOfPair = 5_000;

/** SQL for the persons of pairs, as a list of their ids with spaces between them; null if a pair has too many persons. */
const personsOfPairs = `
  select pair.place, found.ids
    from unnest($1::int[], $2::text[], $3::text[]) as pair (place, employer, token)
   cross join lateral (select count(*) as persons,
                              case when count(*) <= ${maxPersonsOfPair} then string_agg(b.person_id::text, ' ') end as ids
                         from (select person_id from person_block
                                where employer = pair.employer and token = pair.token
                                limit ${maxPersonsOfPair + 1}) b) found
   where found.persons > 0`;

/** SQL for persons by their ids, without their employers. */
const byId = `
  select 0, p.id, p.network_url, p.first_name, p.last_name, p.full_name, array[]::text[], ${evidenceColumns}
    from person p where p.id = any($1::bigint[])`;

/**
 * The maximum number of persons who share a full name. A name that more persons have does not identify a person without an
 * employer.
 */
const maxNamesakes = 50;

/** SQL for the persons with a full name. `offset 0` makes the planner use the index instead of scanning all persons. */
const byFullName = `
  select named.ord, p.*
    from (select lookup.ord, array(select p.id from person p where fold_case(p.full_name) = fold_case(lookup.name)
                                    limit ${maxNamesakes + 1}) as ids
            from unnest($1::int[], $2::text[]) as lookup (ord, name)) named
   cross join lateral (select p.id, p.network_url, p.first_name, p.last_name, p.full_name, array[]::text[], ${evidenceColumns}
                         from person p where p.id = any (named.ids) offset 0) p
   where cardinality(named.ids) <= ${maxNamesakes}`;

/** The number of blocks that one statement looks up. A longer statement would keep its connection from other requests. */
const blocksPerStatement = 100;
const personsPerStatement = 1_000;
/** After so many ids of persons, the blocks that were read are ranked, and the ids are dropped. It bounds the memory of a long list. */
const maxHeldIds = 200_000;

type CandidateRow = [
  ord: number,
  id: string,
  url: string | null,
  first: string | null,
  last: string | null,
  full: string | null,
  employers: string[],
  companyNames: string[],
  addresses: string[],
];

/** Reads the persons who may match an identifier. Each method reads for all identifiers of a request. */
@Injectable()
export class CandidateReader {
  constructor(private readonly database: Database) {}

  /** Reads the persons who have an e-mail address. @returns the persons by address; an address without persons has no entry */
  async byEmail(addresses: readonly string[], tenantId: string): Promise<ReadonlyMap<string, readonly Candidate[]>> {
    if (addresses.length === 0) return new Map();
    const { rows } = await this.database.readsOf(tenantId, addresses.length).query<[address: string, ...CandidateRow]>({
      name: 'person-by-email',
      text: `select e.address, 0, p.id, p.network_url, p.first_name, p.last_name, p.full_name,
                    array(select distinct b.employer from person_block b where b.person_id = p.id), ${evidenceColumns}
               from person_email e join person p on p.id = e.person_id
              where e.address = any($1::text[])`,
      values: [addresses],
      rowMode: 'array',
    });
    const found = new Map<string, Candidate[]>();
    for (const [address, ...row] of rows) found.set(address, [...(found.get(address) ?? []), candidateOf(row)]);
    return found;
  }

  /** Reads persons as candidates, by `person.id`. A person who was deleted meanwhile has no entry. */
  async byIds(ids: readonly string[], tenantId: string): Promise<ReadonlyMap<string, Candidate>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.database.readsOf(tenantId, ids.length).query<CandidateRow>({
      name: 'person-candidates',
      text: `select 0, p.id, p.network_url, p.first_name, p.last_name, p.full_name,
                    array(select distinct b.employer from person_block b where b.person_id = p.id), ${evidenceColumns}
               from person p where p.id = any($1::bigint[])`,
      values: [ids],
      rowMode: 'array',
    });
    return new Map(rows.map(candidateOf).map((candidate) => [candidate.id, candidate]));
  }

  /**
   * Reads the candidates of blocks. Equal blocks are read once.
   * @returns the candidates of each block, in the order of the blocks; at most 50 of each, those that share the most tokens
   */
  async inBlocks(blocks: readonly PersonBlock[], tenantId: string): Promise<readonly (readonly Candidate[])[]> {
    const keys = blocks.map(({ employers, tokens }) => JSON.stringify([employers, tokens]));
    const different = new Map<string, PersonBlock>();
    for (const [index, block] of blocks.entries()) {
      if (block.tokens.length > 0 && block.employers.length > 0) different.set(keys[index] ?? '', block);
    }
    const reads = this.database.readsOf(tenantId, different.size);
    const found =
      different.size <= maxSharedKeys ? await inFewBlocks(different, reads) : await inManyBlocks(different, reads);
    return keys.map((key) => found.get(key) ?? []);
  }

  /**
   * Reads the persons who have a full name; case does not count.
   * @returns the persons of each name, in the order of the names; none for a name that more than 50 persons have
   */
  async byFullName(names: readonly string[], tenantId: string): Promise<readonly (readonly Candidate[])[]> {
    const found: Candidate[][] = names.map(() => []);
    if (names.length === 0) return found;
    const { rows } = await this.database.readsOf(tenantId, names.length).query<CandidateRow>({
      name: 'person-by-full-name',
      text: byFullName,
      values: [names.map((_, ord) => ord), names],
      rowMode: 'array',
    });
    for (const row of rows) found[row[0]]?.push(candidateOf(row));
    return found;
  }
}

function candidateOf([
  ,
  id,
  networkUrl,
  firstName,
  lastName,
  fullName,
  employers,
  companyNames,
  addresses,
]: CandidateRow): Candidate {
  return { id, networkUrl, firstName, lastName, fullName, employers, companyNames, addresses };
}

type Found = Map<string, readonly Candidate[]>;

/** Reads the candidates of blocks with one statement for each hundred of them. PostgreSQL chooses the candidates of each block by itself. */
async function inFewBlocks(blocks: ReadonlyMap<string, PersonBlock>, reads: Statements): Promise<Found> {
  const found = new Map<string, Candidate[]>([...blocks.keys()].map((key) => [key, []]));
  for (const part of partsOf([...blocks], blocksPerStatement)) {
    const lookups = part.flatMap(([, { employers, tokens }], ord) =>
      employers.map((employer) => ({ ord, employer, tokens: tokens.join(' ') })),
    );
    const { rows } = await reads.query<CandidateRow>({
      name: 'person-in-blocks',
      text: candidatesInBlocks,
      values: [
        lookups.map(({ ord }) => ord),
        lookups.map(({ employer }) => employer),
        lookups.map(({ tokens }) => tokens),
      ],
      rowMode: 'array',
    });
    for (const row of rows) found.get(part[row[0]]?.[0] ?? '')?.push(candidateOf(row));
  }
  return found;
}

/**
 * Reads the candidates of many blocks, which may have pairs and persons in common. Each of these is read once for all blocks. The
 * result is the same as that of {@link inFewBlocks}.
 */
async function inManyBlocks(blocks: ReadonlyMap<string, PersonBlock>, reads: Statements): Promise<Found> {
  const { members, crowded } = await membersOfBlocks(blocks, reads);
  const different = [...new Set([...members.values()].flat())];
  const ids = new Set(different.map(({ id }) => id));
  const persons = new Map<string, Candidate>();
  for (const part of partsOf([...ids], personsPerStatement)) {
    const { rows } = await reads.query<CandidateRow>({
      name: 'person-of-blocks',
      text: byId,
      values: [part],
      rowMode: 'array',
    });
    for (const row of rows) persons.set(row[1], candidateOf(row));
  }
  const candidates = new Map<BlockMember, Candidate>();
  for (const member of different) {
    const person = persons.get(member.id);
    if (person !== undefined) candidates.set(member, { ...person, employers: member.employers });
  }
  const found: Found = await inFewBlocks(crowded, reads);
  for await (const [key, ofBlock] of inTurns(members)) {
    found.set(
      key,
      ofBlock.flatMap((member) => candidates.get(member) ?? []),
    );
  }
  return found;
}

interface MembersOfBlocks {
  readonly members: ReadonlyMap<string, readonly BlockMember[]>;
  /** The blocks that have a pair with too many persons. They have no members here. */
  readonly crowded: ReadonlyMap<string, PersonBlock>;
}

async function membersOfBlocks(blocks: ReadonlyMap<string, PersonBlock>, reads: Statements): Promise<MembersOfBlocks> {
  const members = new Map<string, readonly BlockMember[]>();
  const crowded = new Map<string, PersonBlock>();
  let pairs = new PairsRead(reads);
  let waiting: (readonly [string, PersonBlock])[] = [];
  const parts = partsOf([...blocks], blocksPerStatement);
  for (const [index, part] of parts.entries()) {
    await pairs.read(part.flatMap(([, block]) => pairsOf(block)));
    waiting.push(...part);
    if (pairs.heldIds < maxHeldIds && index < parts.length - 1) continue;
    const ranking = new BlockRanking(pairs.persons);
    for await (const [key, block] of inTurns(waiting)) {
      if (pairsOf(block).some((pair) => pairs.crowded.has(pairKey(pair)))) crowded.set(key, block);
      else members.set(key, ranking.membersOf(block));
    }
    pairs = new PairsRead(reads);
    waiting = [];
  }
  return { members, crowded };
}

/** The persons of pairs. Each pair is read once. */
class PairsRead {
  /** The values of `person.id` of each pair that has persons, but not too many. */
  readonly persons = new Map<string, readonly string[]>();
  /** The pairs that have too many persons. */
  readonly crowded = new Set<string>();
  /** The number of ids in `persons`. */
  heldIds = 0;
  private readonly known = new Set<string>();

  constructor(private readonly reads: Statements) {}

  async read(pairs: readonly BlockPair[]): Promise<void> {
    const open = pairs.filter((pair) => {
      const isNew = !this.known.has(pairKey(pair));
      this.known.add(pairKey(pair));
      return isNew;
    });
    if (open.length === 0) return;
    const { rows } = await this.reads.query<[place: number, ids: string | null]>({
      name: 'persons-of-pairs',
      text: personsOfPairs,
      values: [open.map((_, place) => place), open.map(({ employer }) => employer), open.map(({ token }) => token)],
      rowMode: 'array',
    });
    for (const [place, ids] of rows) {
      const pair = open[place];
      if (pair === undefined) continue;
      if (ids === null) {
        this.crowded.add(pairKey(pair));
        continue;
      }
      const persons = ids.split(' ');
      this.persons.set(pairKey(pair), persons);
      this.heldIds += persons.length;
    }
  }
}

function partsOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
}
