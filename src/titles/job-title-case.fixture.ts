import type { Persona, Rank } from './title-tables.js';

/** A title, its seniority without the prefix `seniority_`, and all its persona tags, the strongest first. */
export type TitleCase = readonly [title: string, rank: Rank, personas: readonly Persona[]];

/** A title, its seniority without the prefix `seniority_`, and one of its persona tags; null if its tags are not checked. */
export type LanguageCase = readonly [title: string, rank: Rank, persona: Persona | null];
