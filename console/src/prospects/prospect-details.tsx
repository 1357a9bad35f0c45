import type { ComponentChildren, JSX } from 'preact';
import { isolated } from '../format.js';
import { Pairs } from '../parts/pairs.js';
import { isLong, monthsText, namesIn, personasIn, type Ranked, type Score } from './ranked.js';
import { scoreText } from './score-bars.js';
import { WarmPath } from './warm-path.js';

/** The details of a prospect: the reason for each score, the colleague who can introduce us, talking points, and facts. */
export function ProspectDetails({ ranked }: { readonly ranked: Ranked }): JSX.Element {
  const { prospect, scores, reasons } = ranked;
  const points = Object.entries(prospect.product_talking_points);
  return (
    <>
      <div class="stack">
        {scores.slice(0, 3).map((score) => (
          <Reason key={score.id} score={score} reasons={reasons} />
        ))}
      </div>
      <div class="stack">
        {scores.slice(3).map((score) => (
          <Reason key={score.id} score={score} reasons={reasons}>
            <WarmPath ranked={ranked} />
          </Reason>
        ))}
        {points.length > 0 && (
          <section>
            <h3>Talking points</h3>
            <Pairs as="points" pairs={points} />
          </section>
        )}
      </div>
      <section>
        <h3>Facts</h3>
        <Pairs as="facts" pairs={factsOf(ranked).map(([name, text]) => [name, <Prose text={text} />] as const)} />
      </section>
    </>
  );
}

interface ReasonProps extends Pick<Ranked, 'reasons'> {
  readonly score: Score;
  readonly children?: ComponentChildren;
}

function Reason({ score: { name, question, value }, reasons, children }: ReasonProps): JSX.Element {
  return (
    <section>
      <h3>
        {name} <span class="note">{scoreText(value)} of 100</span>
      </h3>
      <p class="note">{question}</p>
      {children}
      <p>
        <Prose text={reasons.get(name.toUpperCase())} />
      </p>
    </section>
  );
}

/** A text about a prospect. It shows the beginning of a very long name, and the whole name when the pointer is on it. */
export function Prose({ text = '–' }: { readonly text: string | undefined }): JSX.Element {
  return (
    <>
      {text.split(/\u2068(.*?)\u2069/).map((part, index) => {
        if (index % 2 === 0) return part;
        return (
          <bdi key={index} title={isLong(part) ? part : undefined}>
            {isLong(part) ? `${Array.from(part).slice(0, 32).join('').trimEnd()}…` : part}
          </bdi>
        );
      })}
    </>
  );
}

/** The facts that are known about a prospect, with their names. */
export function factsOf({ prospect }: Ranked): readonly (readonly [name: string, text: string])[] {
  const promoted = prospect.months_since_last_promotion;
  const months = prospect.months_in_latest_experience;
  const facts = [
    ['Time in the role', months === 0 ? '' : monthsText(months)],
    ['Last promotion', promoted === null ? '' : `${monthsText(promoted)} ago`],
    ['Years in this role, by persona', personasIn(prospect.current_personas).join('; ')],
    ['Years in total, by persona', personasIn(prospect.personas_with_years).join('; ')],
    ['Titles of the last five years', partsOf(prospect.recent_titles_last_5_years).reverse().join(' → ')],
    ['Former employers with our technology', partsOf(prospect.past_companies_used_client_tech).join(', ')],
    ['Competing technologies in use', namesIn(prospect.prospect_awareness_competitor_tech_current).join(', ')],
    ['Complementary technologies in use', namesIn(prospect.prospect_awareness_complimentary_tech_current).join(', ')],
    ['Growth of technical staff in 12 months', prospect.company_tech_growth_12mo],
  ] as const;
  return facts.filter(([, text]) => text !== '');
}

/** Divides a text such as `CTO|Engineer` at its lines, and gives each part a direction of its own, because parts may be Hebrew or Arabic. */
function partsOf(parts: string): string[] {
  return parts.split('|').flatMap((part) => (part === '' ? [] : isolated(part)));
}
