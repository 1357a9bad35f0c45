import type { JSX } from 'preact';
import { Icon } from './icons.js';

interface ProfileLinkProps {
  readonly page: string;
  readonly text: string;
  /**
   * The person or company of the profile page. Screen readers say it with the link, because they can read links without the
   * text around them.
   */
  readonly about?: string;
}

/**
 * A link that opens a profile page in another tab. The site of the profile page does not learn from which page the visitor
 * comes.
 */
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
