import { useEffect, useRef, useState } from 'preact/hooks';
import { type ResponseInfo, Unauthorised, ValidationFailed } from 'data-access-client';
import { type AnyResult, type Choice, enrich, type Identifier } from '../enrichment/choice.js';
import { identifierMembers } from '../enrichment/identifiers.js';
import { client, signOut } from '../session.js';
import { type Faults, noFaults, sortFaults } from './faults.js';

/**
 * The outcome of the last request. `refused` means that the service found the request invalid; the form then shows what is wrong at
 * each control.
 */
export type Asked =
  | { readonly state: 'nothing' | 'waiting' }
  | { readonly state: 'answered'; readonly choice: Choice; readonly result: AnyResult; readonly response: ResponseInfo }
  | { readonly state: 'refused'; readonly faults: Faults }
  | { readonly state: 'failed'; readonly error: unknown };

export function faultsOf(asked: Asked): Faults {
  return asked.state === 'refused' ? asked.faults : noFaults;
}

interface Ask {
  readonly asked: Asked;
  readonly ask: (choice: Choice, identifier: Identifier) => void;
  /** Aborts the request and drops its answer. */
  readonly forget: () => void;
}

/** Sends requests for one company or person. If the last request is still under way, a new one aborts it. */
export function useAsk(): Ask {
  const [asked, setAsked] = useState<Asked>({ state: 'nothing' });
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  const restart = (): AbortSignal => {
    running.current.abort();
    running.current = new AbortController();
    return running.current.signal;
  };
  return {
    asked,
    ask(choice, identifier) {
      const signal = restart();
      setAsked({ state: 'waiting' });
      askOne(choice, identifier, signal).then(
        (outcome) => signal.aborted || setAsked(outcome),
        (error: unknown) => {
          if (signal.aborted) return;
          if (error instanceof Unauthorised) signOut('The key was revoked or has expired. Sign in with another key.');
          else setAsked({ state: 'failed', error });
        },
      );
    },
    forget() {
      restart();
      setAsked({ state: 'nothing' });
    },
  };
}

async function askOne(choice: Choice, identifier: Identifier, signal: AbortSignal): Promise<Asked> {
  const controls = new Set([
    ...identifierMembers[choice.kind].map(({ name }) => name),
    ...['fields', 'enrich_company', 'start_time', 'end_time', 'type', 'min_confidence', 'max_credits'],
  ]);
  try {
    const { results, response } = await enrich(client(), choice, [identifier], { signal });
    const [result] = results;
    if (result === undefined || response === null)
      return { state: 'refused', faults: sortFaults(result?.faults ?? [], controls) };
    return { state: 'answered', choice, result, response };
  } catch (error) {
    if (error instanceof ValidationFailed && error.faults.length > 0)
      return { state: 'refused', faults: sortFaults(error.faults, controls) };
    throw error;
  }
}
