import type { RankRow } from './rank-phrases.js';

/**
 * Titles that hold a word of rank without leading anybody, and the plain words of professions. The latter matter where
 * a rank yields to them ("Principal Engineer"); a title of unknown words is that of an individual contributor anyway.
 */
export const INDIVIDUAL_RANKS: readonly RankRow[] = [
  {
    rank: 'ic',
    phrases: `
      account manager, account management manager, manager de cuentas, product manager, product marketing manager,
      manager de producto, project manager, manager de proyecto, program manager, portfolio manager, office manager,
      success manager, customer manager, customer relations manager, community manager, social media manager,
      content manager, brand manager, event manager, campaign manager, influencer manager, crm manager, seo manager,
      sem manager, sea manager, growth manager, category manager, case manager, care manager, relationship manager,
      business development manager, business developer manager, sales development manager, new business manager,
      territory manager, territory sales manager, area sales manager, field sales manager, inside sales manager,
      partner manager, partnership manager, alliance manager, channel manager, channel sales manager, release manager,
      change manager, incident manager, problem manager, configuration manager, requirements manager, test manager,
      fund manager, asset manager, wealth manager, investment manager, property manager, contract manager,
      vendor manager, supplier manager, bid manager, proposal manager, tender manager, implementation manager,
      onboarding manager, renewals manager, transition manager, innovation manager, sustainability manager,
      process manager, stakeholder manager, pricing manager, insights manager, knowledge manager, document manager,
      data manager, stage manager, tour manager, talent manager, artist manager, claims manager, pr manager,
      public relations manager, solution manager, application manager, proposition manager, launch manager`,
  },
  {
    rank: 'ic',
    phrases: `
      product owner, process owner, service owner, application owner, system owner, platform owner, data owner,
      risk owner, backlog owner, scrum master, advisory board member, member of advisory board,
      director of photography, photography director, funeral director, art director, director artístico,
      directeur artistique, casting director, film director, movie director, video director, stage director,
      music director, choir director, director de arte, headhunter, lead guitarist, lead singer, lead vocalist,
      lead actor`,
  },
  {
    rank: 'ic',
    phrases: `
      chef de projet, chef de produit, chef de marché, chef de marque, chef de mission, chef de secteur,
      chef de publicité, chef de rang, chef de partie, chef de groupe, chef de zone, jefe de proyecto,
      jefe de producto, responsable de compte, responsable grands comptes, responsable de clientèle,
      responsable de dossier, responsable de projet, responsable de produit, responsable d'affaires,
      responsable secteur, responsable de secteur`,
  },
  {
    rank: 'ic',
    phrases: `
      engineer, developer, programmer, architect, analyst, consultant, designer, scientist, researcher, specialist,
      associate, coordinator, representative, accountant, controller, auditor, recruiter, advisor, technician,
      strategist, writer, copywriter, editor, producer, nurse, physician, teacher, officer, planner, buyer,
      administrator, clerk, employee, salesperson, counsel, attorney, economist, statistician, expert, trainer,
      electrician, mechanic, actuary`,
  },
];
