import type { AllowSignals } from 'data-access-client';

type SignalType = NonNullable<AllowSignals['type']>;

/** The types of signals. In a filter of the API there is also `ALL`, for every type. */
export const signalTypes = [
  'Account Visitor',
  'Article',
  'Change in position',
  'Company Change',
  'Event Appearance',
  'Event Attendee',
  'High Intent',
  'Hiring Growth',
  'Job Posting',
  'Join Community',
  'Key Changes',
  'Member in a community of interest',
  'Network Job Post',
  'New Hire',
  'Promotion',
  'Prospect Visitor',
  'Role Change',
  'Topic Engagement',
  'account_website_visitor',
  'change_company',
  'hiring_manager',
  'new_hire',
  'role_change',
  'trcontact_website_visitor',
] as const satisfies readonly SignalType[];

/** The text as a type of signal; null if there is no such type. */
export function asSignalType(text: string): SignalType | null {
  return signalTypes.find((type) => type === text) ?? null;
}

/** What two notations of one type have in common: `New Hire` and `new_hire` → `hire new`. */
export function kindOf(type: string): string {
  return type
    .toLowerCase()
    .split(/[\s_]+/)
    .sort()
    .join(' ');
}

/** The types, those of one kind together: `New Hire` with `new_hire`. */
export const typesByKind: ReadonlyMap<string, readonly SignalType[]> = Map.groupBy(signalTypes, kindOf);
