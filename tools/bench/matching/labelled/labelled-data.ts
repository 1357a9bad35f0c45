import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Two spellings of a name, and whether both are names of one company or person. */
export interface LabelledPair {
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
  /** The public collection from which the pair comes. */
  readonly set: string;
}

/** A job title with the personas that fit. The service is right if it finds one of them. */
export interface LabelledTitle {
  readonly title: string;
  readonly personas: readonly string[];
}

export interface LabelledData {
  readonly companies: readonly LabelledPair[];
  readonly persons: readonly LabelledPair[];
  readonly titles: readonly LabelledTitle[];
}

/** Reads `labelled-names.json` and `labelled-titles.json` of a folder. Without a file there are no cases of its kind. */
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

/** A pair of names in one direction: one name is stored, and the other one is requested. */
export interface SpellingCase extends LabelledPair {
  /** The number of the case, which is also part of the website and the profile page of its record. */
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
