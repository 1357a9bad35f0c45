import { z } from 'zod';
import { printable } from '../../../platform/database/text.js';
import type { ReasoningSections } from '../reasoning.js';

/** A paragraph that is longer is no reasoning: a model that repeats itself, or copies its input. */
export const MOST_CHARACTERS = 1_500;

const section = z
  .string()
  .transform(oneParagraph)
  .pipe(
    z
      .string()
      .min(1, 'is empty')
      .max(MOST_CHARACTERS, `has more than ${MOST_CHARACTERS} characters`)
      .regex(/\p{L}/u, 'has no letter'),
  );

const answer: z.ZodType<ReasoningSections> = z.object({
  summary: section,
  technical: section,
  buyer: section,
  receptive: section,
  warm_intro: section,
});

/** What servers that support structured output are given, in the part of JSON Schema that all of them understand. */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    summary: { type: 'string' },
    technical: { type: 'string' },
    buyer: { type: 'string' },
    receptive: { type: 'string' },
    warm_intro: { type: 'string' },
  },
  required: ['summary', 'technical', 'buyer', 'receptive', 'warm_intro'],
  additionalProperties: false,
};

export type ReadAnswer = { readonly sections: ReasoningSections } | { readonly complaint: string };

/**
 * Reads a model's answer: the JSON object in it, whatever stands around that. A complaint names what is wrong and
 * repeats nothing of the answer.
 */
export function readAnswer(content: string): ReadAnswer {
  const found = jsonObjectIn(content);
  if (found === undefined) return { complaint: 'the answer is not JSON' };
  const parsed = answer.safeParse(found);
  if (parsed.success) return { sections: parsed.data };
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  return { complaint: `section ${place === '' ? '' : `${place} `}${said(issue)}` };
}

function said(issue: z.core.$ZodIssue | undefined): string {
  return issue === undefined || issue.code === 'invalid_type' ? 'is missing or no text' : issue.message;
}

/** Small models put their answer into a fence or think aloud before it. */
function jsonObjectIn(content: string): unknown {
  const spoken = content.replace(/^\s*<think>.*?<\/think>/s, '');
  const object = spoken.slice(Math.max(0, spoken.indexOf('{')), spoken.lastIndexOf('}') + 1);
  try {
    return JSON.parse(object) as unknown;
  } catch {
    return undefined;
  }
}

/** A section is one paragraph, so that none can look like the heading of another. */
function oneParagraph(text: string): string {
  return printable(text).replace(/\s+/gu, ' ');
}
