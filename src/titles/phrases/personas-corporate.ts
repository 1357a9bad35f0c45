import type { PersonaRow } from './scope-phrases.js';

/** Finance, investment, law, people, operations and administration. */
export const corporatePersonas: readonly PersonaRow[] = [
  {
    tags: ['finance'],
    strength: 'role',
    phrases: `
      finance, financial, accounting, accountant, controller, controlling, comptroller, audit, auditor, tax,
      tax advisor, tax consultant, treasury, treasurer, bookkeeper, bookkeeping, accounts payable,
      accounts receivable, accounts assistant, billing, invoicing, fp&a, fpa, financial planning, financial advisor,
      financial consultant, financial planner, finance business partner, finance partner, actuary, actuarial,
      insurance, underwriter, underwriting, claims, banking, banker, investment banking, investment banker, loan,
      lending, mortgage, teller, wealth management, wealth manager, credit analyst, credit manager, credit risk,
      market risk, risk manager, risk management, risk analyst, trader, trading, stockbroker, equity research,
      fixed income, capital market, global market, commercialista, contrôleur de gestion, contrôleuse de gestion,
      contrôle de gestion, control de gestión, controllo di gestione, Revision, kaufmännischer leiter,
      kaufmännische leitung, Bankkaufmann, Bankkauffrau, Sparkassen, revenue accountant, revenue accounting,
      sales controller, sales controlling, commercial banking, commissaire aux comptes, tesorero, kredit, securities,
      wealth, wealth advisor, stock broker, enrolled agent, revenue cycle, dottore commercialista`,
  },
  {
    tags: ['finance', 'general_management'],
    strength: 'role',
    phrases: 'kaufmännischer geschäftsführer, kaufmännische geschäftsführer',
  },
  {
    tags: ['finance', 'administration'],
    strength: 'role',
    phrases: 'director administrativo, directeur administratif et financier, director amministrativo finanziario',
  },
  { tags: ['people', 'legal'], strength: 'role', phrases: 'consulente del lavoro' },
  { tags: ['finance', 'it'], strength: 'role', phrases: 'it audit, it auditor, fintech' },
  {
    tags: ['finance', 'people'],
    strength: 'role',
    phrases: 'payroll, Lohnbuchhaltung, Lohnbuchhalter, gestionnaire de paie, nómina, Entgeltabrechnung',
  },
  {
    tags: ['finance'],
    strength: 'field',
    phrases: `
      broker, risk, credit, kaufmännischer, kaufmännische, kaufmännisch, bank, equity, capital, budget, cost, crypto,
      payments, collections, gestión financiera`,
  },
  {
    tags: ['investment'],
    strength: 'role',
    phrases: `
      investor, investments, venture capital, venture partner, venture capitalist, private equity, portfolio manager,
      asset manager, asset management, business angel, limited partner, general partner, family office, fund, gérant de portefeuille, fon yöneticisi`,
  },
  { tags: ['investment'], strength: 'field', phrases: 'ventures, vc' },
  {
    tags: ['legal'],
    strength: 'role',
    phrases: `
      legal, lawyer, attorney, counsel, solicitor, barrister, paralegal, legal assistant, compliance, regulatory,
      data protection, data privacy, privacy, dpo, contract, intellectual property, patent, litigation, notary, Notar,
      notaire, notario, company secretary, corporate secretary, judge, magistrate, magistrat, anti money laundering,
      aml, kyc, law, avocat associé, prosecutor, legal operations, procurador, huissier, cumplimiento, ethics,
      tax lawyer, law clerk`,
  },
  { tags: ['legal'], strength: 'hint', phrases: 'governance, policy' },
  {
    tags: ['people'],
    strength: 'role',
    phrases: `
      human resources, human resources business partner, human resources partner, human resources administrator,
      human resources assistant, people, people partner, people operations, talent acquisition partner,
      talent partner, talent, recruiter, recruitment, recruiting, recruitment consultant, technical recruiter,
      sourcer, headhunter, head hunter, executive search, learning and development, l&d, learning partner,
      compensation, benefits, total rewards, employee relations, employee experience, employee engagement,
      organizational development, organisational development, organization development, workforce planning,
      labor relations, employer branding, diversity, staffing, recursos humanos, işe alım, direttore del personale,
      responsabile del personale, jefe de personal, ressources humaines, risorse umane, head personal,
      head of personal, personal vorstand, chief happiness officer, human capital, hris, relations humaines, culture,
      administración de personal, personnel`,
  },
  { tags: ['people', 'data'], strength: 'role', phrases: 'people analytics, hr analytics, hr data' },
  {
    tags: ['people', 'education'],
    strength: 'field',
    phrases: 'training, trainer, learning',
  },
  {
    tags: ['operations'],
    strength: 'role',
    phrases: `
      operations, operational excellence, process improvement, continuous improvement, lean, six sigma,
      service delivery, process manager, process owner, business process, business process owner, bpm,
      process management, organisation, shared services, bizops, Prozessmanagement, exploitation`,
  },
  {
    tags: ['it'],
    strength: 'role',
    phrases: 'network operations, cloud operations',
  },
  {
    tags: ['operations'],
    strength: 'hint',
    phrases: `
      process, operational, order management, order entry, Auftragsabwicklung, excellence, planning, planner`,
  },
  {
    tags: ['administration'],
    strength: 'role',
    phrases: `
      assistenz, executive assistant, personal assistant, management assistant, team assistant, virtual assistant,
      secretary, receptionist, clerk, data entry, typist, administrative, administrator, assistenz vorstand,
      assistant to, Büromanagement, Empfang, hôtesse d'accueil, recepcionista, Rezeptionist, office,
      assistenz geschaftsfuhrung`,
  },
  {
    tags: ['administration'],
    strength: 'hint',
    phrases: 'assistant, administration, front office',
  },
  {
    tags: [],
    strength: 'hint',
    phrases: `
      assistant manager, assistant director, assistant head, general assistant, assistant branch manager,
      assistant team leader, assistant supervisor, in training, office of, box office, assistant superintendent,
      assistant chief`,
  },
];
