import type { Persona, Rank } from './title-tables.js';

/** A job title, its expected seniority without the prefix `seniority_`, and all its expected persona tags, the strongest first. */
export type TitleCase = readonly [title: string, rank: Rank, personas: readonly Persona[]];

/**
 * A job title, its expected seniority without the prefix `seniority_`, and one persona tag that it must have; null if its tags are not
 * checked.
 */
export type LanguageCase = readonly [title: string, rank: Rank, persona: Persona | null];
