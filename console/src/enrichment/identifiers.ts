import type { Kind } from './choice.js';

/** A member of an identifier, such as `website`, and how the form shows it. */
export interface IdentifierMember {
  readonly name: string;
  readonly label: string;
  readonly example: string;
  readonly hint?: string;
}

const externalId: IdentifierMember = {
  name: 'external_id',
  label: 'Your id',
  example: 'CRM-4711',
  hint: 'The answer repeats it.',
};

/** The members that an identifier may have. The most reliable one is the first. `external_id` identifies nothing; it is only a label. */
export const identifierMembers: Readonly<Record<Kind, readonly IdentifierMember[]>> = {
  companies: [
    { name: 'website', label: 'Website', example: 'siemens.com' },
    { name: 'network_url', label: 'Profile page', example: 'network.com/company/siemens' },
    { name: 'network_id', label: 'Numeric id', example: '1043' },
    externalId,
  ],
  persons: [
    { name: 'network_url', label: 'Profile page', example: 'network.com/in/jane-doe' },
    { name: 'work_email', label: 'Work e-mail address', example: 'jane.doe@example.com' },
    { name: 'full_name', label: 'Full name', example: 'Jane Doe' },
    { name: 'first_name', label: 'First name', example: 'Jane' },
    { name: 'last_name', label: 'Last name', example: 'Doe' },
    { name: 'company_domain', label: 'Domain of the employer', example: 'example.com' },
    { name: 'company_name', label: 'Name of the employer', example: 'Example Ltd' },
    externalId,
  ],
};

/** The combinations of members that identify a company or a person. An identifier needs all members of at least one combination. */
const combinations: Readonly<Record<Kind, readonly (readonly string[])[]>> = {
  companies: [['website'], ['network_url'], ['network_id']],
  persons: [
    ['network_url'],
    ['work_email'],
    ['full_name', 'company_domain'],
    ['full_name', 'company_name'],
    ['first_name', 'last_name', 'company_domain'],
    ['first_name', 'last_name', 'company_name'],
  ],
};

/** Whether these members can identify a company or a person. */
export function canIdentify(kind: Kind, members: Iterable<string>): boolean {
  const given = new Set(members);
  return combinations[kind].some((names) => names.every((name) => given.has(name)));
}

/** Says to the user what an identifier needs. */
export const identifyingText: Readonly<Record<Kind, string>> = {
  companies: 'A company needs a website, a profile page or a numeric id.',
  persons: 'A person needs a profile page, a work e-mail, or a name and employer.',
};
