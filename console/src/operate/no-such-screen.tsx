import type { JSX } from 'preact';
import { Link, Screen } from '../parts/layout.js';

interface NoSuchScreenProps {
  /** What the address names, such as `tenant`. */
  readonly thing: string;
  /** A sentence about the likely causes. */
  readonly why: string;
  /** The path of the screen that lists all of them. */
  readonly list: string;
}

/** The screen for an address that names something which does not exist. */
export function NoSuchScreen({ thing, why, list }: NoSuchScreenProps): JSX.Element {
  return (
    <Screen title={`There is no such ${thing}`} lead={why}>
      <p>
        <Link to={list} class="button">
          Go to the {thing}s
        </Link>
      </p>
    </Screen>
  );
}
