// This file uses SQL because it reads the stored answers page by page inside the transaction of an erasure or of its preview, and
// deletes or counts those that mention a person.
import { unpack } from './idempotency/answer-packing.js';
import type { SqlRunner } from './credits/ledger.sql.js';

/**
 * The two kinds of stored answers: those with an uncompressed text (`body`) and those with a compressed one (`packed`). `pageSize`
 * is the number of answers that are read, and held in memory, at a time. It is small for compressed texts, because only long
 * answers are compressed.
 */
const kinds = [
  { condition: 'body is not null', pageSize: 1_000 },
  { condition: 'packed is not null', pageSize: 4 },
] as const;

type Row = [tenantId: string, key: string, body: Buffer | null, packed: Buffer | null];

/**
 * Deletes the stored answers of all tenants whose text mentions an erased person. This process reads and searches the texts,
 * because SQL cannot search compressed texts.
 * @param mentions returns whether a text mentions the person
 * @returns the number of deleted answers
 */
export async function deleteAnswersMentioning(client: SqlRunner, mentions: (text: string) => boolean): Promise<number> {
  let deleted = 0;
  for await (const found of pagesMentioning(client, mentions)) deleted += await deleteRows(client, found);
  return deleted;
}

/** Counts the stored answers that `deleteAnswersMentioning` would delete. */
export async function countAnswersMentioning(client: SqlRunner, mentions: (text: string) => boolean): Promise<number> {
  let counted = 0;
  for await (const found of pagesMentioning(client, mentions)) counted += found.length;
  return counted;
}

/** Reads all stored answers, and yields for each page the answers that mention the person, if there are any. */
async function* pagesMentioning(client: SqlRunner, mentions: (text: string) => boolean): AsyncGenerator<Row[]> {
  for (const kind of kinds) {
    for await (const rows of pagesOf(client, kind)) {
      const texts = await Promise.all(rows.map(([, , body, packed]) => unpack({ body, packed })));
      const found = rows.filter((_, index) => mentions(texts[index] ?? ''));
      if (found.length > 0) yield found;
    }
  }
}

async function* pagesOf(client: SqlRunner, { condition, pageSize }: (typeof kinds)[number]): AsyncGenerator<Row[]> {
  const text = `
    select tenant_id, key, body, packed from stored_answer
     where (tenant_id, key) > ($1, $2) and ${condition} order by tenant_id, key limit ${pageSize}`;
  let cursor = ['', ''];
  for (;;) {
    const { rows } = await client.query<Row>({ text, values: cursor, rowMode: 'array' });
    const last = rows.at(-1);
    if (last === undefined) return;
    cursor = [last[0], last[1]];
    yield rows;
  }
}

async function deleteRows(client: SqlRunner, rows: readonly Row[]): Promise<number> {
  const { rowCount } = await client.query(
    `delete from stored_answer where (tenant_id, key) in (select * from unnest($1::text[], $2::text[]))`,
    [rows.map(([tenantId]) => tenantId), rows.map(([, key]) => key)],
  );
  return rowCount ?? 0;
}
