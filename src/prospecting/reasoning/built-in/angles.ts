import type { Angle, AngleOf } from './angle.js';
import { clientInPlace, competitorInPlace, growth } from './company-angles.js';
import { experienced, formerColleague, leading, link, skills, usedBefore } from './person-angles.js';
import { inRole, promoted, settled, started } from './role-angles.js';
import type { Telling } from './telling.js';

const byWeight: readonly AngleOf[] = [
  formerColleague,
  promoted,
  usedBefore,
  started,
  settled,
  competitorInPlace,
  skills,
  growth,
  clientInPlace,
  link,
  leading,
  experienced,
  inRole,
];

/** What is striking about a prospect, the most striking first, and one angle about a matter. */
export function anglesOf(telling: Telling): Angle[] {
  const angles = new Map<Angle['about'], Angle>();
  for (const angleOf of byWeight) {
    const angle = angleOf(telling);
    if (angle !== null && !angles.has(angle.about)) angles.set(angle.about, angle);
  }
  return [...angles.values()];
}
