import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Two spellings, and whether they mean the same company or person. */
export interface LabelledPair {
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
  /** The public set that the pair is from. */
  readonly set: string;
}

/** A job title with the personas that fit; one of them is enough. */
export interface LabelledTitle {
  readonly title: string;
  readonly personas: readonly string[];
}

export interface LabelledData {
  readonly companies: readonly LabelledPair[];
  readonly persons: readonly LabelledPair[];
  readonly titles: readonly LabelledTitle[];
}

/** Reads `labelled-names.json` and `labelled-titles.json` of a folder; a missing file has no cases. */
export async function readLabelled(folder: string): Promise<LabelledData> {
  const names = (await readJson(join(folder, 'labelled-names.json'))) as Partial<LabelledData> | null;
  const titles = (await readJson(join(folder, 'labelled-titles.json'))) as readonly LabelledTitle[] | null;
  return { companies: names?.companies ?? [], persons: names?.persons ?? [], titles: titles ?? [] };
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** A pair in one direction: one spelling is stored, and the other is asked for. */
export interface SpellingCase extends LabelledPair {
  /** Also the number of the record's website and profile page. */
  readonly number: number;
  readonly stored: string;
  readonly asked: string;
  readonly direction: 'a stored' | 'b stored';
}

/** Every pair in both directions. @param first the number of the first case */
export function bothDirections(pairs: readonly LabelledPair[], first: number): SpellingCase[] {
  return pairs.flatMap((pair, index) => {
    const number = first + 2 * index;
    return [
      { ...pair, number, stored: pair.a, asked: pair.b, direction: 'a stored' },
      { ...pair, number: number + 1, stored: pair.b, asked: pair.a, direction: 'b stored' },
    ];
  });
}
