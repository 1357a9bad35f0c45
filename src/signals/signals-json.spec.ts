import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { firstStart, type SignalPage, type SiteSignal } from './signal.reader.js';
import { signalsJson } from './signal.service.js';

const none = { signal_type: null, message_text: null, intent_holder_network_url: null, source_type: null, date: null };

/** Signals that are ordered by website and divided into pages of any size. */
const pagesOfSites = fc
  .tuple(
    fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), fc.array(fc.string(), { minLength: 1 })),
    fc.array(fc.integer({ min: 1, max: 5 })),
  )
  .map(([texts, sizes]) => {
    const signals: SiteSignal[] = Object.entries(texts).flatMap(([website, messages]) =>
      messages.map((message_text) => ({ id: '1', website, record: { ...none, message_text } })),
    );
    const pages = sizes.map((size) => signals.splice(0, size));
    return [...pages, signals].filter((page) => page.length > 0);
  });

const start = firstStart('websites');

async function write(pages: readonly SiteSignal[][]): Promise<string> {
  let text = '';
  let read = 0;
  const readPage = (): Promise<SignalPage> => {
    const signals = pages[read++] ?? [];
    return Promise.resolve({ signals, next: read < pages.length ? start : null });
  };
  for await (const piece of signalsJson(start, readPage)) text += piece.toString();
  return text;
}

describe('The JSON text of signals', () => {
  it('writes an object without websites if there are no signals', async () => {
    const pieces = signalsJson(null, () => Promise.reject(new Error('there is no page')));
    expect((await pieces.next()).value?.toString()).toBe('{"signals":{}}');
    expect((await pieces.next()).done).toBe(true);
    expect(await write([])).toBe('{"signals":{}}');
  });

  it('writes each website once with all its signals, however the signals are divided into pages', async () => {
    await fc.assert(
      fc.asyncProperty(pagesOfSites, async (pages) => {
        const signals = pages.flat();
        const sites = [...new Set(signals.map(({ website }) => website))];
        const recordsOf = (site: string) =>
          signals.filter(({ website }) => website === site).map(({ record }) => JSON.stringify(record));
        const members = sites.map((site) => `${JSON.stringify(site)}:[${recordsOf(site).join(',')}]`);
        expect(await write(pages)).toBe(`{"signals":{${members.join(',')}}}`);
      }),
    );
  });

  it('yields a page before it reads the next one', async () => {
    let asked = 0;
    const pieces = signalsJson(start, () => {
      const signals = [{ id: String(++asked), website: 'a.example', record: none }];
      return Promise.resolve({ signals, next: start });
    });
    await pieces.next();
    expect(asked).toBe(1);
    await pieces.return();
    await pieces.next();
    expect(asked).toBe(1);
  });
});
