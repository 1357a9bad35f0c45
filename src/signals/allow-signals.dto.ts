import { isoDate, model, oneOf } from '../platform/http/validation/shapes.js';

/** Case-sensitive; both spellings of some of them are in use. */
export const signalTypes = [
  'ALL',
  'new_hire',
  'Key Changes',
  'Account Visitor',
  'Prospect Visitor',
  'Event Attendee',
  'Member in a community of interest',
  'Network Job Post',
  'trcontact_website_visitor',
  'Hiring Growth',
  'Company Change',
  'Promotion',
  'Join Community',
  'hiring_manager',
  'role_change',
  'account_website_visitor',
  'Topic Engagement',
  'Article',
  'High Intent',
  'Role Change',
  'Change in position',
  'Event Appearance',
  'New Hire',
  'change_company',
  'Job Posting',
] as const;

/** Which signals an enrichment adds; every member may be left out, and `{}` means all. */
export const allowSignals = model({
  start_time: isoDate().nullish().meta({ description: 'First day' }),
  end_time: isoDate().nullish().meta({ description: 'Last day, inclusive' }),
  type: oneOf(signalTypes).nullish().meta({ description: 'Only this type; `ALL` is the same as leaving it out' }),
}).meta({ id: 'AllowSignals' });
