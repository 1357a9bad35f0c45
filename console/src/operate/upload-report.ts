import { saveText } from '../files.js';
import type { Upload } from '../generated/operator.js';
import { ask } from './door.js';
import { sentenceOf, wordsOf } from './refusal-words.js';

/** A line that was rejected. If it has a `warning`, the line was imported, and only one of its values was left out. */
export interface Reject {
  readonly line: number;
  readonly reason?: string;
  readonly member?: string;
  readonly warning?: string;
}

export interface Rejects {
  readonly rejects: readonly Reject[];
  readonly next: number | null;
}

/** Downloads all rejected lines of an upload. */
export async function saveRejects({ upload_id: id, file }: Upload): Promise<null> {
  const parts: string[] = [];
  for (let start: number | null = 0; start !== null;) {
    const part: Rejects = await ask<Rejects>('GET', `uploads/${id}/rejects?start=${start}`);
    parts.push(...part.rejects.map((reject) => `${JSON.stringify(reject)}\n`));
    start = part.next;
  }
  saveText(`${file}.rejects.ndjson`, parts, 'application/x-ndjson');
  return null;
}

/** Why an import failed, without what users of commands can do, because the console cannot do it; empty if it did not fail. */
export function reasonOf({ failure, refusal }: Upload): string {
  return (refusal && wordsOf(refusal)) ?? (failure === null ? '' : sentenceOf(failure));
}

/** Whether an import was refused because it would have replaced too many stored values. */
export function isTooMuch({ refusal }: Upload): boolean {
  return refusal?.code === 'TOO_MANY_CHANGES';
}
