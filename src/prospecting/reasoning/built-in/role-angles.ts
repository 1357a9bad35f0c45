import {
  type AngleOf,
  isPromotedIntoRole,
  isPromotedLately,
  longMonths,
  newMonths,
  possessive,
  span,
} from './wording.js';

export const promoted: AngleOf = ({ facts, name, position, holding }) => {
  const { features } = facts;
  if (!isPromotedLately(features) || features.monthsSincePromotion === null) return null;
  const ago = `${span(features.monthsSincePromotion)} ago`;
  if (!isPromotedIntoRole(features)) {
    return {
      about: 'role',
      openings: [`${name} is ${holding}; the last promotion was ${ago}`, `Promoted ${ago}, ${name} is now ${holding}`],
      aside: `a promotion ${ago}`,
    };
  }
  return {
    about: 'role',
    openings: [
      `${name} was promoted ${ago} and is now ${holding}`,
      `A promotion ${ago} made ${name} ${position}`,
      `${name}, ${position}, came into the role by promotion ${ago}`,
    ],
    aside: `a promotion into the role ${ago}`,
  };
};

export const started: AngleOf = ({ facts, name, position, holding, first }) => {
  const { monthsInRole } = facts.features;
  if (monthsInRole === null || monthsInRole > newMonths) return null;
  const time = span(monthsInRole);
  return {
    about: 'role',
    openings: [
      `${name} is new as ${position}: ${first} started ${time} ago`,
      `${possessive(name)} start as ${position} was ${time} ago`,
      `${name} became ${holding} ${time} ago`,
    ],
    aside: `a start in the role only ${time} ago`,
  };
};

export const settled: AngleOf = ({ facts, name, position, holding }) => {
  const { monthsInRole } = facts.features;
  if (monthsInRole === null || monthsInRole < longMonths) return null;
  const time = span(monthsInRole);
  return {
    about: 'role',
    openings: [
      `${name} has been ${holding} for ${time}`,
      `For ${time}, ${name} has been ${holding}`,
      `${name}, ${position}, has held this role for ${time}`,
    ],
    aside: `${time} in the same role`,
  };
};

/** Neither new nor settled: worth saying where there is little else. */
export const inRole: AngleOf = ({ facts, name, position, holding }) => {
  const { monthsInRole } = facts.features;
  if (monthsInRole === null) return null;
  const time = span(monthsInRole);
  return {
    about: 'role',
    openings: [
      `${name} has been ${holding} for ${time}`,
      `${name}, ${position}, is ${time} into the role`,
      `${name} has worked as ${holding} for ${time}`,
    ],
    aside: `${time} in the role`,
  };
};
