import type { SiteSignal } from './signal.reader.js';

/**
 * The answer `{"signals":{"<site>":[…]}}` in pieces, one for each page, so that the whole is never held. It is written
 * rather than built because it has no bound, and because a site may be called `__proto__`.
 *
 * @param pages signals in the order of their sites: those of one site stand together, across pages too
 */
export async function* signalsJson(pages: AsyncIterable<readonly SiteSignal[]>): AsyncGenerator<string, void> {
  let site: string | null = null;
  let piece = '{"signals":{';
  for await (const page of pages) {
    for (const { website, record } of page) {
      piece += website === site ? ',' : startOf(website, site);
      piece += JSON.stringify(record);
      site = website;
    }
    yield piece;
    piece = '';
  }
  yield `${piece}${site === null ? '' : ']'}}}`;
}

function startOf(website: string, previous: string | null): string {
  return `${previous === null ? '' : '],'}${JSON.stringify(website)}:[`;
}
