import { useEffect, useState } from 'preact/hooks';
import type { FoundCompany } from 'data-access-client';
import { client } from '../session.js';

/** The searches for companies since the page was opened, by the text that was searched for. Searches cost nothing. */
const found = new Map<string, Promise<readonly FoundCompany[]>>();

/** The companies that the service finds for a text, such as a website or a profile page. */
export function companiesFor(text: string): Promise<readonly FoundCompany[]> {
  const known = found.get(text);
  if (known !== undefined) return known;
  const search = client()
    .findCompanies(text)
    .then(({ companies }) => companies);
  found.set(text, search);
  search.catch(() => found.delete(text));
  return search;
}

/** The company with this website. Null until it is found, and also if no company has this website. */
export function useCompany(website: string): FoundCompany | null {
  const [company, setCompany] = useState<FoundCompany | null>(null);
  useEffect(() => {
    let isShown = true;
    companiesFor(website).then(
      (companies) => isShown && setCompany(companies.find((each) => each.website === website) ?? null),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [website]);
  return company;
}

/** The websites of the companies whose names the service finds for a text. A text of one character is not searched for. */
export function useWebsitesOf(text: string): ReadonlySet<string> {
  const [websites, setWebsites] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    setWebsites(new Set());
    if (text.length < 2) return undefined;
    let isShown = true;
    const timer = setTimeout(() => {
      companiesFor(text).then(
        (companies) => isShown && setWebsites(new Set(companies.flatMap(({ website }) => website ?? []))),
        () => undefined,
      );
    }, 250);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [text]);
  return websites;
}

/**
 * A website with the letters of its language: `xn--mnchen-3ya.de` → `münchen.de`. The code that decodes it is loaded only for such a
 * website.
 */
export function useReadableWebsite(website: string): string {
  const [readable, setReadable] = useState(website);
  useEffect(() => {
    let isShown = true;
    setReadable(website);
    if (website.includes('xn--'))
      import('punycode').then(({ toUnicode }) => isShown && setReadable(toUnicode(website))).catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [website]);
  return readable;
}

/** The part of a text that may be a website: `https://www.ford.com/cars` → `ford.com`. A name stays a name: `Ford` → `ford`. */
export function websiteIn(text: string): string {
  return text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/?#].*$/, '');
}
