import { useState } from 'preact/hooks';
import type { ResponseInfo } from 'data-access-client';
import { useAction } from '../action.js';
import { keptInTab } from '../kept-in-tab.js';
import { fingerprintOf } from '../lists/fingerprint.js';
import { client } from '../session.js';
import type { Ranked } from './ranked.js';

/** The e-mail address and telephone number of a prospect. A value that the service does not have is null. */
export interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
}

/** Aborts the requests for contact data when the user signs out or signs in as another tenant, who must not see the answers. */
let requests = new AbortController();

/** The contact data that the user has bought in this tab, by the URL of the person's profile page. */
const bought = keptInTab<Readonly<Record<string, Contact>>>({
  name: 'data-access-console-contacts',
  untouched: {},
  onEnd: () => {
    requests.abort();
    requests = new AbortController();
  },
});

/** What was bought with one request. */
interface Receipt {
  /** The number of prospects with an e-mail address or a telephone number. */
  readonly found: number;
  readonly credits: ResponseInfo['credits'];
}

/** The contact data that the user has bought in this tab. */
export interface Contacts {
  /** The contact data of a prospect; undefined if the user has not bought it yet. */
  readonly of: (ranked: Ranked) => Contact | undefined;
  /**
   * Buys the contact data of all given prospects whose contact data has not been bought yet.
   * @param place where the user asked for it: the rank of the prospect, or 0 for all selected prospects together
   */
  readonly ask: (ranked: readonly Ranked[], place: number) => void;
  readonly isUnderWay: boolean;
  /** Where the user asked last. The outcome is shown there. */
  readonly place: number | null;
  /** What the last request has brought; null if there is no answer. */
  readonly receipt: Receipt | null;
  /** The error of the last request; null if the request did not fail. */
  readonly error: unknown;
}

export function useContacts(): Contacts {
  const { run, isUnderWay, error } = useAction();
  const [place, setPlace] = useState<number | null>(null);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const of = ({ prospect }: Ranked): Contact | undefined => bought.value[prospect.network_url];
  const ask = async (ranked: readonly Ranked[]): Promise<void> => {
    const pages = ranked.filter((each) => of(each) === undefined).map(({ prospect }) => prospect.network_url);
    const persons = pages.map((page) => ({ network_url: page }));
    // If the answer is lost, the same request has the same key, so for a day it gets the stored answer and is not charged again.
    const idempotencyKey = `contacts-${fingerprintOf(...pages)}`;
    const { signal } = requests;
    const options = { include_contact_data: true, idempotencyKey, signal } as const;
    const { data: results, responses } = await client().enrichPersons(persons, options).withResponse();
    if (signal.aborted) return;
    const found = results.map(({ data }, index) => [pages[index] ?? '', data] as const);
    bought.value = { ...bought.value, ...Object.fromEntries(found) };
    const isFound = ({ data }: { data: Contact }): boolean => (data.email ?? data.phone) !== null;
    setReceipt({ found: results.filter(isFound).length, credits: responses[0]?.credits ?? {} });
  };
  const start = (ranked: readonly Ranked[], from: number): void =>
    run(() => {
      setPlace(from);
      setReceipt(null);
      return ask(ranked);
    });
  return { of, ask: start, isUnderWay, error, place, receipt };
}

/** Says what the contact data of a number of prospects costs at most, of both kinds of credit together: `for up to 4 credits`. */
export const contactCost = (number: number): string => `for up to ${2 * number} credits`;
