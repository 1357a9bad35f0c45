import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { WordCounts } from '../matching/companies/word-counts.js';
import { Database } from '../platform/database/database.js';

/** The age in milliseconds at which counts are read again. Searches use the old counts meanwhile, and do not wait. */
const maxAgeMs = 60_000;
/** The maximum number of names that are read from each table. */
const maxNames = 20_000;
/** The maximum number of bytes that are read from each table. Of a larger table, only a sample of its pages is read. */
const maxBytes = 8 * 1024 * 1024;

/** Characters between words, which become spaces. The two kinds of apostrophe are removed: "Macy's" is one word. */
const betweenWords = '.,;:/()[]&+-';
const apostrophes = "''’";

/**
 * SQL for the names of a table, from a random sample of its pages. The sample is the same until the table changes, so that
 * equal requests get equal answers. The limit is for a table whose rows are short, so that a page has many names.
 * @param names the SQL condition for the rows that count
 */
function sampleOf(table: string, column: string, names: string): string {
  const share = `least(100, 100.0 * ${maxBytes} / greatest(pg_relation_size('${table}'), 1))`;
  return `(select ${column} as name from ${table} tablesample system (${share}) repeatable (1) where ${names} limit ${maxNames})`;
}

/**
 * SQL that counts the words of names. Each row has a word that occurs at least twice, and its count. In one further row, the
 * word is null, and the count is the number of names.
 */
const wordsOfNames = `
  with sample as materialized (
    select name from ${sampleOf('company', 'name', 'name is not null')} companies
     union
    select name from ${sampleOf('person', 'company_name', 'company_name is not null and company_id is null')} persons
  )
  select null as word, count(*)::int as names from sample
   union all
  select word, count(*)::int
    from (select unnest(string_to_array(fold_case(translate(
                 name, '${betweenWords}${apostrophes}', '${' '.repeat(betweenWords.length)}')), ' ')) as word
            from sample) words
   where word <> '' group by word having count(*) > 1`;

/** Reads how many of the names of companies and employers on record contain each word. */
@Injectable()
export class WordCountReader {
  private readonly cache = new LRUCache<'names', WordCounts>({
    max: 1,
    ttl: maxAgeMs,
    allowStale: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: () => this.read(),
  });

  constructor(private readonly database: Database) {}

  /** The counts of a sample of names. Only the first call of the process waits for them. */
  async current(): Promise<WordCounts> {
    return (await this.cache.fetch('names')) ?? this.read();
  }

  private async read(): Promise<WordCounts> {
    const { rows } = await this.database.reads.query<[word: string | null, names: number]>({
      name: 'word-counts',
      text: wordsOfNames,
      values: [],
      rowMode: 'array',
    });
    const names = rows.find(([word]) => word === null)?.[1] ?? 0;
    return WordCounts.of(
      names,
      rows.flatMap(([word, count]) => (word === null ? [] : [[word, count] as const])),
    );
  }
}
