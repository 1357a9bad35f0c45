import type { JSX } from 'preact';

const paths = {
  overview: 'M4 13h6V4H4zm10 7h6V11h-6zM4 20h6v-4H4zM14 8h6V4h-6z',
  try: 'M4 5h16v14H4zm4 4 3 3-3 3m5 0h4',
  lists: 'M4 6h16M4 12h16M4 18h10',
  prospects: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-6 10a6 6 0 0 1 12 0m2-10 2 2 4-4',
  signals: 'M3 12h4l3-8 4 16 3-8h4',
  usage: 'M4 20V10m6 10V4m6 16v-7m4 7H2',
  operation: 'M15 7a4 4 0 1 0-3.5 4L4 18.500V21h3v-2h2v-2h2l2.500-2.500M16 6.500h.01',
  matched: 'm5 12.500 4.500 4.500L19 7',
  missed: 'M6 12h12',
  warning: 'M12 4 2.500 20h19zM12 10v4.500m0 2.500h.01',
  external: 'M9 5H5v14h14v-4M13 5h6v6m0-6-8 8',
  down: 'm6 9 6 6 6-6',
  colours: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18v18m0-13.500h7M12 12h9m-9 4.500h7',
  duplicates: 'M8 8h12v12H8zM16 8V4H4v12h4',
  erase: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
  log: 'M12 7v5l3 2m6-2a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
} as const;

export type IconName = keyof typeof paths;

/** An icon that stands next to a text with the same meaning. It is hidden from screen readers, because they read the text. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
