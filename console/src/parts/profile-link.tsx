import type { JSX } from 'preact';
import { Icon } from './icons.js';

interface ProfileLinkProps {
  readonly page: string;
  readonly text: string;
  /** Whose page it is, for readers who hear links one by one. */
  readonly about?: string;
}

/** A link to a profile page, in another tab; that site does not learn where its visitor comes from. */
export function ProfileLink({ page, text, about }: ProfileLinkProps): JSX.Element {
  if (!/^https?:\/\//.test(page)) return <>{text}</>;
  return (
    <a class="profile" href={page} target="_blank" rel="noreferrer">
      {text}
      {about !== undefined && <span class="hidden"> of {about}</span>}
      <Icon name="external" />
      <span class="hidden"> (opens another tab)</span>
    </a>
  );
}
