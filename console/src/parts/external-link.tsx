import type { JSX } from 'preact';
import { Icon } from './icons.js';

interface ExternalLinkProps {
  /** The URL of the page. Only a page with http or https is linked. */
  readonly page: string;
  readonly text: string;
  /**
   * The name of the person or company whose page it is. Screen readers say it with the link, because a user may go from link to link
   * without hearing the text between them.
   */
  readonly about?: string;
}

/** A link that opens a page outside of the console in another tab. The browser does not tell that site from which page the user comes. */
export function ExternalLink({ page, text, about }: ExternalLinkProps): JSX.Element {
  if (!/^https?:\/\//.test(page)) return <>{text}</>;
  return (
    <a class="profile" href={page} target="_blank" rel="noreferrer">
      <span class="clamp" title={text.length > 60 ? text : undefined}>
        {text}
      </span>
      {about !== undefined && <span class="hidden"> of {about}</span>}
      <Icon name="external" />
      <span class="hidden"> (opens another tab)</span>
    </a>
  );
}
