/** The topics in the texts of signals. */
export const topics = [
  'data quality',
  'cloud costs',
  'account-based selling',
  'contact enrichment',
  'customer retention',
  'supply chain visibility',
  'identity verification',
  'machine learning in production',
  'privacy by design',
  'sales forecasting',
];

interface Occasion {
  /** How often it is drawn, compared with the others. */
  readonly weight: number;
  /** Whether it names a person. */
  readonly isPersonal: boolean;
  readonly source: string;
  readonly texts: readonly string[];
}

interface Messages {
  readonly joined: readonly string[];
  readonly promoted: readonly string[];
  readonly other: Readonly<Record<string, Occasion>>;
}

/** Texts by what happened; the words in braces are filled in. */
export const messages: Messages = {
  joined: [
    '{name} joined {company} as {title}, coming from {before}',
    '{name} started at {company} as {title} after leaving {before}',
    '{company} welcomed {name} as {title}',
  ],
  promoted: [
    '{name} now works as {title} at {company}',
    '{name} moved up to {title} at {company}',
    '{company} made {name} {title}',
  ],
  other: {
    'Account Visitor': {
      weight: 8,
      isPersonal: false,
      source: 'website_visit',
      texts: ['Somebody at {company} read {count} of our pages', 'Several visits from {company} to the pricing page'],
    },
    account_website_visitor: {
      weight: 5,
      isPersonal: false,
      source: 'website_visit',
      texts: ['{company} came back to the product pages after a pause', 'Visitors from {company} compared two plans'],
    },
    trcontact_website_visitor: {
      weight: 5,
      isPersonal: true,
      source: 'website_visit',
      texts: ['{name} opened the documentation about {topic}', '{name} spent {count} minutes on the customer stories'],
    },
    'Prospect Visitor': {
      weight: 7,
      isPersonal: true,
      source: 'website_visit',
      texts: ['{name} of {company} looked at the pricing page', '{name} returned to the page about {topic}'],
    },
    'Event Attendee': {
      weight: 8,
      isPersonal: true,
      source: 'event_attendance',
      texts: ['{name} took part in our webinar on {topic}', '{name} visited our stand and asked about {topic}'],
    },
    'Event Appearance': {
      weight: 5,
      isPersonal: true,
      source: 'event_attendance',
      texts: ['{name} gave a talk on {topic}', '{name} sat on a panel about {topic}'],
    },
    'Member in a community of interest': {
      weight: 5,
      isPersonal: true,
      source: 'community',
      texts: ['{name} is active in a group for {tool} users', '{name} answers questions about {topic} in a community'],
    },
    'Join Community': {
      weight: 4,
      isPersonal: true,
      source: 'community',
      texts: ['{name} joined a community for {topic}', '{name} signed up for the {tool} user group'],
    },
    'Network Job Post': {
      weight: 7,
      isPersonal: false,
      source: 'job_board',
      texts: ['{company} looks for somebody with experience in {tool}', '{company} advertised {count} new positions'],
    },
    'Job Posting': {
      weight: 8,
      isPersonal: false,
      source: 'job_board',
      texts: ['An advertisement of {company} names {tool}', '{company} wants to fill a position for {topic}'],
    },
    hiring_manager: {
      weight: 4,
      isPersonal: true,
      source: 'job_board',
      texts: [
        '{name} is looking for people for a team at {company}',
        '{name} shared an open position that asks for {tool}',
      ],
    },
    'Topic Engagement': {
      weight: 8,
      isPersonal: true,
      source: 'article_engagement',
      texts: ['{name} commented on a post about {topic}', '{name} shared a report on {topic}'],
    },
    Article: {
      weight: 6,
      isPersonal: false,
      source: 'article_engagement',
      texts: ['A trade magazine wrote how {company} uses {tool}', '{company} published an article about {topic}'],
    },
    'High Intent': {
      weight: 4,
      isPersonal: true,
      source: 'intent_score',
      texts: ['{name} asked for a demonstration', '{name} downloaded two guides to {topic} in a week'],
    },
    'Key Changes': {
      weight: 5,
      isPersonal: false,
      source: 'company_news',
      texts: ['{company} announced a new programme for {topic}', '{company} reorganised the department for {topic}'],
    },
  },
};
