import { type ImportObserver, noteOf } from '../../../src/imports/merging/import-events.js';
import type { ImportProgress } from '../../../src/imports/merging/import-summary.js';

/** Collects the sentences that an import says to the operator. */
export function noting(notes: string[]): ImportObserver {
  return (event) => {
    const note = noteOf(event);
    if (note !== null) notes.push(note);
  };
}

/** Calls a function whenever an import reports its progress. */
export function watching(watch: (progress: ImportProgress) => void): ImportObserver {
  return (event) => {
    if (event.kind === 'progress') watch(event);
  };
}
