import type { ReasoningFacts } from '../assessment/candidate.js';

/** The parts of a prospect's reasoning, in the order in which they are read, and the headings over them. */
const REASONING_HEADINGS = {
  summary: 'SUMMARY',
  technical: 'TECHNICAL',
  buyer: 'BUYER',
  receptive: 'RECEPTIVE',
  warm_intro: 'WARM INTRO',
} as const;

export type ReasoningSection = keyof typeof REASONING_HEADINGS;

/** One paragraph of plain text a section, without line breaks and control characters. */
export type ReasoningSections = Readonly<Record<ReasoningSection, string>>;

/** Why somebody is a prospect, and who says so. */
export interface Reasoning {
  readonly sections: ReasoningSections;
  readonly source: 'model' | 'built-in';
}

const sectionOrder = ['summary', 'technical', 'buyer', 'receptive', 'warm_intro'] as const;

/**
 * The text that is served as `ai_reasoning`: each section under its heading on a line of its own, sections apart by an
 * empty line. The headings are the same whoever wrote the text.
 */
export function formatReasoning({ sections }: Pick<Reasoning, 'sections'>): string {
  return sectionOrder.map((name) => `${REASONING_HEADINGS[name]}\n${sections[name]}`).join('\n\n');
}

/** Says why somebody is a prospect, from nothing but the facts: a language model does, or the built-in writer. */
export interface ReasoningWriter {
  /**
   * @param signal the run's; when it aborts the promise is rejected with its reason
   * @throws ModelFailure when a language model gave nothing that can be used
   */
  write(facts: ReasoningFacts, signal: AbortSignal): Promise<Reasoning>;
}
