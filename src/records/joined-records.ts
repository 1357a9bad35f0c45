import { isPlaceholderAddress } from '../matching/emails/address-owner.js';
import { parseProfileUrl } from '../matching/urls/profile-url.js';

/** Why a stored record may hold values of several companies or persons. */
export type JoinedKind =
  | 'company_page_is_none'
  | 'company_website_of_nobody'
  | 'company_with_many_names'
  | 'company_with_many_websites'
  | 'person_page_is_none'
  | 'person_address_of_nobody';

/** What each finding means, and what the operator can do. The texts are for the answer of the command. */
export const explanations: Readonly<Record<JoinedKind, { readonly why: string; readonly what_to_do: string }>> = {
  company_page_is_none: {
    why: 'The stored profile page is a word or a page of the site itself. All companies of a file that had this text became one record.',
    what_to_do:
      'Run `admin doctor --repair`, which removes such pages, and import the files of the named sources again: each company then gets its own record.',
  },
  company_website_of_nobody: {
    why: 'The stored website belongs to a mail provider, or stands for a missing website. All companies with it became one record.',
    what_to_do:
      'Delete the company with `admin company delete <website or page>`, and import the files of the named sources again.',
  },
  company_with_many_names: {
    why: 'The company has had more names than a company usually has, so other companies may have been stored under one of its keys.',
    what_to_do:
      'Look at it with `admin company show`. If the names belong to several companies, delete it and import the files of its sources again.',
  },
  company_with_many_websites: {
    why: 'The company has more websites than a company usually has, so other companies may have been stored under one of its keys.',
    what_to_do:
      'Look at it with `admin company show`. If the websites belong to several companies, delete it and import the files of its sources again.',
  },
  person_page_is_none: {
    why: 'The stored profile page is a word or a page of the site itself. All persons of a file that had this text became one record.',
    what_to_do:
      'Run `admin doctor --repair`, which removes such pages, and import the files of the named sources again: each person then gets a record again.',
  },
  person_address_of_nobody: {
    why: 'The stored e-mail address stands for a missing one, so several persons may have been stored as its owner.',
    what_to_do:
      'Run `admin doctor --repair`, which removes such addresses, and import the files of the named sources again.',
  },
};

/** More former names than this show that several companies may be one record. Real companies with more are rare. */
export const mostFormerNames = 5;
/** More websites than this show that several companies may be one record. */
export const mostWebsites = 20;

/** Whether a stored page is none by the rules of today. @param canonical the page as it is stored */
export function isNoPage(canonical: string): boolean {
  return parseProfileUrl(canonical) === null;
}

/** Whether a stored address stands for a missing one. */
export function isNoAddress(address: string): boolean {
  const at = address.lastIndexOf('@');
  return isPlaceholderAddress({ localPart: address.slice(0, at), domain: address.slice(at + 1) });
}
