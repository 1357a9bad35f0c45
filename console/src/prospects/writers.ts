import { count } from '../format.js';

/** What the names of causes mean. A newer service may send names that are not here; they are shown as they are. */
const causeWords: Readonly<Record<string, string>> = {
  timeout: 'no answer in time',
  out_of_time: 'the time of the run was nearly over',
  not_asked: 'not asked after several failures',
  unreachable: 'the model could not be reached',
  unauthorized: 'the key was refused',
  rate_limited: 'too many requests',
  unavailable: 'the model was busy or loading',
  server_error: 'the model server failed',
  refused: 'the request was refused',
  no_text: 'empty answers',
  cut_off: 'answers cut off',
  filtered: 'answers filtered',
  declined: 'the model declined',
  too_long: 'answers too long',
  not_completion: 'answers of another kind',
  not_json: 'answers without JSON',
  section_missing: 'missing',
  section_empty: 'empty',
  section_not_text: 'no text',
  section_too_long: 'too long',
};

/**
 * Says how much of the reasons the language model wrote, and why not the rest: `The language model wrote 13 of 15 sections of the reasons.
 * The service wrote the others: no answer in time (2).`
 * @param metadata the metadata of a run
 * @returns null if no model is configured, or the run is of an earlier version
 */
export function writersOf(metadata: Readonly<Record<string, unknown>> | null): string | null {
  const { sections, causes } = membersOf(metadata?.reasoning);
  const { model, built_in: builtIn } = membersOf(sections);
  if (typeof model !== 'number' || typeof builtIn !== 'number' || model + builtIn === 0) return null;
  if (builtIn === 0) return 'The language model wrote all sections of the reasons.';
  const why = Object.entries(membersOf(causes))
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    .sort(([, one], [, other]) => other - one)
    .map(([cause, times]) => `${causeWords[cause] ?? cause.replaceAll('_', ' ')} (${count(times)})`);
  const written = `The language model wrote ${count(model)} of ${count(model + builtIn)} sections of the reasons.`;
  return `${written} The service wrote the others: ${why.join(', ')}.`;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value) as Readonly<Record<string, unknown>>;
}
