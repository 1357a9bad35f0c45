import { ConnectionLost } from './errors.js';
import type { AllowSignals, SignalRecord } from './generated/wire.js';
import { type CallOptions, Retries } from './retries.js';
import type { Transport } from './transport.js';

/** A filter for signals: a range of days, and a type. */
export interface SignalFilter extends Pick<AllowSignals, 'type'> {
  /** The first day, as `YYYY-MM-DD`. */
  readonly start_time: string;
  /** The last day, as `YYYY-MM-DD`. Signals of this day are included. */
  readonly end_time: string;
}

/** A signal, with the website of the company that it is about. */
export interface AccountSignal extends SignalRecord {
  readonly website: string;
}

/**
 * Yields the signals of the tenant, ordered by website and then by date. The answer is read while it arrives, one website at a
 * time. If the connection is cut, the request is sent again, and the websites whose signals were yielded completely are skipped.
 */
export async function* signals(
  transport: Transport,
  filter: SignalFilter,
  own: CallOptions,
): AsyncGenerator<AccountSignal, void, undefined> {
  const options = transport.optionsOf(own);
  const complete = new Set<string>();
  let retries = new Retries(options);
  const request = { method: 'POST', path: '/v1/signals/get-signals', body: filter } as const;
  for (;;) {
    try {
      const { response, text } = await transport.open(request, options);
      const sites = new SiteReader();
      for await (const part of text()) {
        for (const [website, records] of sites.read(part)) {
          if (complete.has(website)) continue;
          yield* records.map((record) => ({ website, ...record }));
          complete.add(website);
          retries = new Retries(options);
        }
      }
      if (sites.isEnded) return;
      const problem = 'The answer with the signals ended before it was complete';
      throw new ConnectionLost(problem, response.requestId, undefined, response);
    } catch (error) {
      await retries.after(error);
    }
  }
}

type Site = [website: string, records: SignalRecord[]];

/**
 * Reads a JSON text such as `{"signals":{"a.com":[…],"b.com":[…]}}` while it is still arriving, and yields each website as soon as
 * its list is complete.
 */
class SiteReader {
  private text = '';
  private at = 0;
  private start = 0;
  private depth = 0;
  private isQuoted = false;
  /** Whether the JSON text was read to its end. */
  isEnded = false;

  *read(part: string): Generator<Site, void, undefined> {
    this.text = this.text.slice(this.start) + part;
    this.at -= this.start;
    this.start = 0;
    for (; this.at < this.text.length; this.at += 1) {
      const sign = this.text[this.at];
      if (this.isQuoted) {
        if (sign === '\\') this.at += 1;
        else this.isQuoted = sign !== '"';
      } else if (sign === '"') this.isQuoted = true;
      else if (sign === '{' || sign === '[') this.openBracket();
      else if (sign === '}' || sign === ']') yield* this.closeBracket();
    }
  }

  private openBracket(): void {
    this.depth += 1;
    // The text of the first website begins after the opening brace of `signals`.
    if (this.depth === 2) this.start = this.at + 1;
  }

  private *closeBracket(): Generator<Site, void, undefined> {
    this.depth -= 1;
    this.isEnded = this.depth === 0;
    if (this.depth !== 2) return;
    const site = this.text.slice(this.start, this.at + 1).replace(/^\s*,/, '');
    this.start = this.at + 1;
    yield* Object.entries(JSON.parse(`{${site}}`) as Record<string, SignalRecord[]>);
  }
}
