import type { Persona } from './scope-phrases.js';

/** The rank of a title, lowest last. */
export type Rank = 'executive' | 'director' | 'teamlead' | 'ic';

/** Phrases with the rank of their holder. */
export interface RankRow {
  readonly rank: Rank;
  /** The rank in banks, whose titles are higher than the role. */
  readonly rankInBank?: Rank;
  /**
   * When the phrase gives no rank. `to later ranks`: before another rank of its clause ("Tax Partner", but not "Partner Engineer").
   * `to other words`: with any other word about its holder ("Principal", but not "Principal Engineer" or "Ingeniero principal").
   */
  readonly yields?: 'to later ranks' | 'to other words';
  /** The rank where the words behind it name a field of work: a "Managing Director, Equities" runs no company. */
  readonly rankWithField?: Rank;
  /** The rank where a word follows it at once: a "Chief Growth" is an officer, a "Section Chief" is not. */
  readonly rankBeforeWord?: Rank;
  /** Personas with which the phrase has another meaning: an MD is a managing director, but not in medicine. */
  readonly exceptIn?: readonly Persona[];
  /** Separated by commas; a longer phrase overrides the shorter ones in it. `…` means one to four words. */
  readonly phrases: string;
}

export const executiveRanks: readonly RankRow[] = [
  {
    rank: 'executive',
    phrases: `
      ceo, cfo, coo, cto, cio, ciso, cmo, cro, cpo, cco, cdo, chro, cso, cao, clo, cxo, cbo, cdio, cito, cpto, cgo,
      cqo, c level, c suite, chief executive, chief … officer`,
  },
  {
    rank: 'executive',
    phrases: `
      president, chairman, vice chair, board member, member board, member of board, hallituksen jäsen, member … board, board director,
      director board, board of director, trustee, non executive, independent director, company director,
      supervisory board, executive board, management board, vorstand, geschaftsfuhrung, executive committee, comex,
      codir, member … geschaftsfuhrung, member … vorstand, member … executive committee, Sprecher … vorstand,
      member … consejo, member … consiglio, member du comité de direction, member du comité exécutif,
      member … administration, Sprecher … geschaftsfuhrung, administrateur délégué, administrateur indépendant,
      consejero delegado, consejera delegada, consejero independiente, consejera independiente,
      amministratore delegato, amministratore unico, administrador delegado, conselheiro de administração`,
  },
  {
    rank: 'executive',
    phrases: `
      founder, owner, proprietor, entrepreneur, managing member, shareholder, dirigeant, dirigeante, chef d'entreprise,
      jefe de empresa, geschaftsfuhrer, managing partner, managing principal, founding partner, founding member,
      general partner, director general, general director, director executive, director gerente, manager general,
      business angel, daglig leder, administrerende director, genel manager, director managing, generalbevollmächtigter,
      şirket müdürü, genel coordinator, genel sekreter, administrador único, socio, asociat unic,
      president management board, consigliere di amministrazione`,
  },
  { rank: 'executive', yields: 'to later ranks', phrases: 'partner, chair' },
  { rank: 'executive', yields: 'to other words', phrases: 'amministratore' },
  { rank: 'executive', exceptIn: ['medical', 'research'], phrases: 'md' },
  {
    rank: 'executive',
    rankInBank: 'director',
    rankWithField: 'director',
    phrases: 'executive director, managing director',
  },
  {
    rank: 'executive',
    phrases: `
      general counsel, secretary general, general secretary, secretary of state, provost, chancellor, rector, mayor,
      minister, governor, senator, member of parliament, superintendent of school, school superintendent`,
  },
  // In industry a vice president reports to a chief officer; a bank has thousands of them.
  { rank: 'executive', rankInBank: 'teamlead', phrases: 'vice president' },
  {
    rank: 'executive',
    rankInBank: 'director',
    phrases: 'senior vice president, first vice president, group vice president',
  },
  { rank: 'executive', phrases: 'executive vice president' },
];

export const directorRanks: readonly RankRow[] = [
  {
    rank: 'director',
    rankInBank: 'ic',
    phrases: `
      assistant vice president, associate vice president, deputy vice president, junior vice president`,
  },
  {
    rank: 'director',
    phrases: `
      director, associate director, head, general manager, country manager, plant manager, division manager,
      business unit manager, business area manager, school manager, ülke müdürü, member of management team, member of leadership team, management team member,
      leadership team member, bölüm başkanı, daire başkanı, grup başkanı, country lead, country leader, associate partner, associated partner, junior partner,
      associate general counsel, deputy general counsel, assistant general counsel, dean, associate dean, headmaster,
      headmistress, department chair, chair of department, jefe de gabinete, vice principal, assistant principal,
      school principal, principal of school, treasurer, comptroller, Prokurist, Handlungsbevollmächtigter, apoderado,
      apoderada, dirigente, chef de cabinet, company secretary, corporate secretary, editor in chief,
      rédacteur en chef, redactor jefe, direktionsmitglied, jefe de planta`,
  },
  { rank: 'director', rankBeforeWord: 'executive', phrases: 'chief' },
  {
    rank: 'director',
    phrases: `
      chief of staff, chief architect, chief software architect, chief enterprise architect, chief data scientist,
      chief data architect, chief designer, chief developer, chief analyst, chief business analyst, chief consultant,
      chief auditor, chief actuary, chief editor, chief sub editor, chief researcher, chief research scientist,
      chief physician, chief surgeon, chief psychologist, chief pharmacist, chief librarian, chief curator,
      chief counsel, chief lawyer, chief investigator, chief manager, chief general manager, chief project manager,
      chief estimator, chief planner, chief geologist, chief chemist, chief buyer, chief underwriter, chief dealer,
      chief trader, chief instructor, chief advisor, chief specialist, chief expert, chief producer, chief superintendent,
      chief constable, chief judge, chief justice`,
  },
  { rank: 'director', yields: 'to other words', phrases: 'principal, senior principal, associate principal' },
];

export const teamLeadRanks: readonly RankRow[] = [
  {
    rank: 'teamlead',
    phrases: `
      manager, team head, head team, lead, leader, supervisor, foreman, superintendent, responsable, jefe, chef de,
      chef comptable, chef magasinier, chef mécanicien, captain, crew chief, meister, Stationsleitung,
      group product manager, group product marketing manager, group brand manager, group program manager,
      group account manager, manager of product management, manager of product marketing, manager of product development,
      manager of product operations, manager of product design, manager of product support, manager of project management,
      manager of project engineering, manager of project controls, manager of project delivery, Quadro, managing editor, managing consultant, chief product owner`,
  },
  {
    rank: 'teamlead',
    phrases: `
      chief mechanical engineer, chief electrical engineer, chief marine engineer, chief building engineer,
      chief process engineer, chief project engineer, chief design engineer, chief engineer, chief electrician,
      chief mechanic, chief operator, chief draftsman, chief surveyor, chief cashier, chief bookkeeper, chief dispatcher,
      chief guard, chief photographer, chief reporter, chief controller, chief administrator, chief secretary,
      chief security guard, chief foreman, chief appraiser, chief usher, chief teller,
      chief radiographer, chief therapist, chief supervisor, chief cameraman, chief welder,
      glowny accountant, accountant sef, engineer sef, sef, HR chef, IT chef, marketing chef, PR chef, QA chef, technical chef, office chef, team chef, sales chef, communications chef,
      chief mate, chief officer, chief technician, chief inspector, chief steward, chief resident,
      chief accountant, chief petty officer, chief warrant officer, chief cook, chief nurse, chief pilot, chief clerk,
      head nurse, charge nurse, head chef, executive chef, sous chef, chef de cuisine, head cook, head coach,
      head waiter, head bartender, head barista, head housekeeper, head gardener, head developer, head engineer,
      head designer, head cashier, head receptionist, head trainer, head brewer, head baker, maître d'hôtel,
      store head, shop head`,
  },
  {
    rank: 'teamlead',
    phrases: `
      gérant de magasin, directeur de magasin, store director, restaurant director, chef de service, chef d'équipe,
      chef d'atelier, chef de chantier, chef de rayon, principal investigator`,
  },
];

/**
 * Titles of individual contributors that contain a rank word, and the words of professions. The latter matter for ranks that yield to
 * them ("Principal Engineer"); a title of unknown words is an individual contributor's anyway.
 */
export const individualRanks: readonly RankRow[] = [
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
      sosyal medya yöneticisi, sistem yöneticisi, ağ yöneticisi, veritabanı yöneticisi, fon yöneticisi, gérant de portefeuille, process manager,
      manager of key account, manager of key customer, kierownik ds. kluczowych klientów, gerente de relacionamento,
      stakeholder manager, pricing manager, insights manager, knowledge manager, document manager,
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
