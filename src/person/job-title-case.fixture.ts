import type { Rank } from './title-phrases/rank-phrases.js';
import type { Persona } from './title-phrases/persona-tags.js';

/** A title with its seniority (without prefix) and its persona tags, strongest first. */
export type TitleCase = readonly [title: string, rank: Rank, personas: readonly Persona[]];
