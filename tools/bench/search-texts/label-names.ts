/** Other names of cities and countries in the set. */
export const otherNames: Readonly<Record<string, string>> = {
  sf: 'san francisco',
  nyc: 'new york',
  'new york city': 'new york',
  la: 'los angeles',
  dc: 'washington',
  'washington dc': 'washington',
  bangalore: 'bengaluru',
  gurgaon: 'gurugram',
  us: 'united states',
  usa: 'united states',
  uk: 'united kingdom',
  uae: 'united arab emirates',
  'czech republic': 'czechia',
};

export type Verdict = 'right' | 'missing' | 'wrong';

export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
