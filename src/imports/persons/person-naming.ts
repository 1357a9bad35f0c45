import { PARTICLES } from '../../matching/names/name-affixes.js';
import { takeNameApart } from '../../matching/names/name-text.js';
import type { Naming } from './person-blocks.js';

/**
 * The names after a record has come. A part that is missing follows from the others: the full name from first and last
 * name, and those from the full name if both are missing. A full name that is stored already says nothing new.
 */
export function namingAfter(said: Naming, stored: Naming): Naming {
  const { firstName, lastName, fullName } = said;
  if (firstName !== null || lastName !== null) {
    const parts = { firstName: firstName ?? stored.firstName, lastName: lastName ?? stored.lastName };
    return { ...parts, fullName: fullName ?? joined(parts) };
  }
  if (fullName === null || fullName === stored.fullName) return stored;
  return { ...splitName(fullName), fullName };
}

/** First and last name as written, without titles, middle names and degrees; a single word is a first name. */
export function splitName(fullName: string): Pick<Naming, 'firstName' | 'lastName'> {
  const { words, family } = takeNameApart(fullName, 'full');
  if (family !== null && family.length > 0) return { firstName: words[0] ?? null, lastName: family.join(' ') };
  const [first, ...others] = words;
  if (first === undefined || others.length === 0) return { firstName: first ?? null, lastName: null };
  const particle = others.slice(0, -1).findIndex((word) => word.length > 1 && PARTICLES.has(word.toLowerCase()));
  return { firstName: first, lastName: (particle === -1 ? others.slice(-1) : others.slice(particle)).join(' ') };
}

function joined({ firstName, lastName }: Pick<Naming, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter((part) => part !== null).join(' ');
}
