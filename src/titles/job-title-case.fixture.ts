import type { Persona, Rank } from './title-tables.js';

/** A title with its seniority (without prefix) and its persona tags, strongest first. */
export type TitleCase = readonly [title: string, rank: Rank, personas: readonly Persona[]];

/** A title with its seniority (without prefix) and a persona tag that must be among its own; null where any may be. */
export type LanguageCase = readonly [title: string, rank: Rank, persona: Persona | null];
