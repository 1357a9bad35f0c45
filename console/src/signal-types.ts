import type { AllowSignals } from 'data-access-client';

type SignalType = NonNullable<AllowSignals['type']>;

/** The types of signals. The filter of the API also accepts `ALL`, which means every type. */
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

/** The text as a type of signal, if it is one; null otherwise. */
export function asSignalType(text: string): SignalType | null {
  return signalTypes.find((type) => type === text) ?? null;
}

/** The same text for all spellings of a type: `New Hire` and `new_hire` both give `hire new`. */
export function kindOf(type: string): string {
  return type
    .toLowerCase()
    .split(/[\s_]+/)
    .sort()
    .join(' ');
}

/** The types of signals, grouped by {@link kindOf}. Two spellings of a type, such as `New Hire` and `new_hire`, are in one group. */
export const typesByKind: ReadonlyMap<string, readonly SignalType[]> = Map.groupBy(signalTypes, kindOf);
