import { z } from 'zod';

const jsonText = (description: string) => z.string().meta({ description: `JSON text: ${description}` });
const listText = (description: string) => z.string().meta({ description: `${description}, separated by \`|\`.` });

/**
 * The fields of a prospect in an answer, in this order. The contract requires a text for some fields; if the value of such a field
 * is unknown, the text is empty.
 */
export const prospectMembers = {
  region: z.string().meta({ description: 'The sales region to which the country of the prospect belongs.' }),
  full_name: z.string().describe('The full name.'),
  first_name: z.string().describe('The first name.'),
  last_name: z.string().describe('The last name.'),
  title_name: z.string().meta({ description: 'The current job title.' }),
  company_name: z.string().meta({ description: 'The current employer.' }),
  network_url: z.string().meta({ description: 'The profile page.' }),
  ai_reasoning: z.string().meta({
    description:
      'Why the person is a good prospect, in five sections: summary, technical, buyer, receptive, warm intro.',
  }),
  location_name: z.string().describe('The location as one text, such as `Toronto, Ontario, Canada`.'),
  location_region: z.string().nullable().describe('The state, province or region.'),
  location_country: z.string().nullable().describe('The country.'),
  prospect_tags: z
    .array(z.string())
    .describe('Labels, such as the seniority, the personas and links to employees of the client.'),
  composite_score: z.number().describe('The weighted score by which prospects are ranked.'),
  current_personas: jsonText('a list of objects, from persona to years in the current role.'),
  personas_with_years: jsonText('a list of objects, from persona to years in total.'),
  connection_factors: jsonText('an object, from connection factor to score.'),
  company_network_url: z.string().meta({ description: 'The profile page of the current employer.' }),
  product_talking_points: z
    .record(z.string(), z.string())
    .describe("Talking points by topic, from the team's prospecting schema."),
  company_tech_growth_12mo: z
    .string()
    .meta({ description: 'The growth of the technical headcount in the last 12 months, in per cent.' }),
  recent_titles_last_5_years: listText('Job titles of the last five years'),
  months_in_latest_experience: z.int().describe('The number of months in the latest position.'),
  months_since_last_promotion: z
    .int()
    .nullable()
    .describe('The number of months since the last promotion; null if no promotion is known.'),
  past_companies_used_client_tech: listText("Former employers that use the client's technology"),
  connecting_employee_network_url: z
    .string()
    .nullable()
    .meta({ description: 'The profile page of a client employee who could introduce the prospect.' }),
  prospect_awareness_competitor_tech_current: jsonText("a list of the competitors' technologies at the employer."),
  prospect_awareness_complimentary_tech_current: jsonText('a list of the complementary technologies at the employer.'),
};

const prospect = z.object(prospectMembers);

/** A prospect in the form that answers have. No key is ever missing. */
export type Prospect = Readonly<z.output<typeof prospect>>;
