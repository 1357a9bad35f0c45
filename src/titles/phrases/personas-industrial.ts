import type { PersonaRow } from './scope-phrases.js';

/** Supply chain, transport, manufacturing, construction, real estate, facilities and sustainability. */
export const industrialPersonas: readonly PersonaRow[] = [
  {
    tags: ['supply_chain'],
    strength: 'role',
    phrases: `
      logistics, warehouse, warehouse worker, inventory, distribution center, shipping, receiving, fulfillment,
      freight, forwarding agent, Spediteur, Spedition, Disponent, Disposition, demand planning, demand planner,
      supply planning, supply planner, material planner, materials management, materials manager, production planner,
      forklift, forklift operator, forklift driver, stock controller, stock clerk, stocker, customs, Zoll,
      customs broker, import, export, cadena de suministro, cadeia de suprimentos, logisticien, logisticienne,
      logistico, approvisionneur, approvisionneuse, approvisionnement, cariste, Kommissionierer, Lagerlogistik,
      Staplerfahrer, picker packer, order picker, s&op, supply, Versand, distribution manager`,
  },
  { tags: ['supply_chain'], strength: 'field', phrases: 'distribution, stock, material' },
  {
    tags: ['transport'],
    strength: 'role',
    phrases: `
      driver, delivery driver, pilot, commercial pilot, captain, chief mate, chief officer, deck officer,
      second officer, able seaman, seafarer, marine engineer, fleet, courier, dispatcher, Lokführer,
      Triebfahrzeugführer, Busfahrer, transport manager, transport planner, transportation, railway, aviation, airline,
      airport, ground handling, vessel, maritime, first officer, boatswain, traffic controller, Schiffsführer, Matrose,
      chief steward, copilot`,
  },
  {
    tags: ['transport', 'engineering'],
    strength: 'role',
    phrases: `
      chief engineer ship, ship engineer, chief marine engineer, locomotive engineer, railway engineer,
      automotive engineer`,
  },
  {
    tags: ['transport', 'hospitality'],
    strength: 'role',
    phrases: `
      flight attendant, cabin crew, steward, stewardess, hôtesse de l air, Flugbegleiter, auxiliar de vuelo`,
  },
  { tags: ['transport'], strength: 'field', phrases: 'transport, marine, traffic, mobility' },
  {
    tags: ['manufacturing'],
    strength: 'role',
    phrases: `
      manufacturing, production, factory, machine operator, cnc, machinist, assembler, assembly, welder, fitter,
      pipefitter, toolmaker, maintenance, maintenance technician, maintenance engineer, mechanic, electrician,
      Schweißer, Zerspanungsmechaniker, soudeur, soldador, saldatore, operario, operaria, operaio, operaia, ouvrier,
      ouvrière, Werkzeugmechaniker, Instandhaltung, Industriekaufmann, lean manufacturing, meister,
      technicien de maintenance, ajusteur, tourneur, tornero, press operator, plant, Anlagenführer, Maschinenführer,
      Maschinenbediener, Produktionshelfer, Arbeitsvorbereitung, production planning, automotive technician, usinage,
      ingénieur de production, chef d'atelier`,
  },
  {
    tags: ['manufacturing', 'engineering'],
    strength: 'role',
    phrases: `
      process engineer, manufacturing engineer, production engineer, industrial engineer, process engineering,
      industrialization, industrialisation, automation engineer, plant engineer, chemical engineer, tooling engineer,
      controls engineer, plc programmer, Maschinenbau, Maschinenbauingenieur`,
  },
  {
    tags: ['manufacturing', 'operations'],
    strength: 'role',
    phrases: 'industrial director, director industrial, lean manager, directeur d usine',
  },
  {
    tags: ['manufacturing'],
    strength: 'field',
    phrases: 'industrial, machine, automotive, industry, industrie, maker',
  },
  {
    tags: ['manufacturing'],
    strength: 'hint',
    phrases: `
      operator, worker, helper, repairer, installer, setter, grinder, molder, polisher, laborer, packer, sorter,
      loader, foreman, boiler, fabricator, millwright, cutter, finisher`,
  },
  {
    tags: ['construction'],
    strength: 'role',
    phrases: `
      construction, construction worker, site manager, site engineer, site supervisor, surveyor, carpenter, plumber,
      roofer, bricklayer, mason, hvac, hvac technician, building, contractor, estimator, chef de chantier,
      conducteur de travaux, conductrice de travaux, urban planner, town planner, Bauingenieur, Bauzeichner, Maurer,
      Zimmermann, Zimmerer, Dachdecker, Tischler, Schreiner, Installateur, albañil, maçon, muratore, pedreiro,
      architecte d'intérieur, geometra, aparejador, landscape architect, project architect, architectural, bim,
      landscaper, menuisier, plombier, couvreur, topographer`,
  },
  {
    tags: ['construction', 'engineering'],
    strength: 'role',
    phrases: `
      civil engineer, civil engineering, structural engineer, ingeniero civil, ingénieur travaux, ingegnere civile,
      geotechnical engineer, building services engineer, hvac engineer, highway engineer, génie civil`,
  },
  {
    tags: ['real_estate'],
    strength: 'role',
    phrases: `
      real estate, real estate broker, real estate developer, realtor, leasing, leasing consultant, property,
      letting agent, estate agent, gestionnaire locatif, land acquisition, property developer, Hausverwaltung,
      Hausverwalter, corretor de imóveis, syndic`,
  },
  {
    tags: ['facilities'],
    strength: 'role',
    phrases: `
      facility, facilities, janitor, caretaker, custodian, cleaner, cleaning, security guard, security officer,
      property maintenance, building maintenance, workplace experience, workplace manager, gardener, groundskeeper,
      Reinigungskraft, Gebäudereinigung, Gebäudereiniger, vigilante, guardia de seguridad, agent de sécurité,
      agent de sûreté, limpieza, limpiador, femme de ménage, agent d'entretien, portinaio, Sicherheitsmitarbeiter,
      Wachmann, watchman, Objektschutz, doorman, porter, security supervisor, physical security,
      vigilante de seguridad`,
  },
  {
    tags: ['sustainability'],
    strength: 'role',
    phrases: `
      sustainability, esg, csr, corporate social responsibility, climate, environmental, environment,
      environmental engineer, environmental scientist, environmental consultant, renewables, medio ambiente,
      environnement, Umwelt, Umweltmanagement, Umweltschutz, conservation, energy manager, energy management,
      ambientale, decarbonization`,
  },
  { tags: ['sustainability'], strength: 'hint', phrases: 'energy, solar, wind, energie' },
];

/** Finance, investment, law, people, operations and administration. */
export const corporatePersonas: readonly PersonaRow[] = [
  {
    tags: ['finance'],
    strength: 'role',
    phrases: `
      finance, financial, accounting, accountant, controller, controlling, comptroller, audit, auditor, tax,
      tax advisor, tax consultant, treasury, treasurer, bookkeeper, bookkeeping, accounts payable, accounts receivable,
      accounts assistant, billing, invoicing, fp&a, fpa, financial planning, financial advisor, financial consultant,
      financial planner, finance business partner, finance partner, actuary, actuarial, insurance, underwriter,
      underwriting, claims, banking, banker, investment banking, investment banker, loan, lending, mortgage, teller,
      wealth management, wealth manager, credit analyst, credit manager, credit risk, market risk, risk manager,
      risk management, risk analyst, trader, trading, stockbroker, equity research, fixed income, capital market,
      global market, commercialista, contrôleur de gestion, contrôleuse de gestion, contrôle de gestion,
      control de gestión, controllo di gestione, Revision, kaufmännischer leiter, kaufmännische leitung, Bankkaufmann,
      Bankkauffrau, Sparkassen, revenue accountant, revenue accounting, sales controller, sales controlling,
      commercial banking, commissaire aux comptes, tesorero, kredit`,
  },
  {
    tags: ['finance', 'general_management'],
    strength: 'role',
    phrases: 'kaufmännischer geschäftsführer, kaufmännische geschäftsführer',
  },
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
      asset manager, asset management, business angel, limited partner, general partner, family office, fund`,
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
      human resources assistant, people, people partner, people operations, talent acquisition partner, talent partner,
      talent, recruiter, recruitment, recruiting, recruitment consultant, technical recruiter, sourcer, headhunter,
      head hunter, executive search, learning and development, l&d, learning partner, compensation, benefits,
      total rewards, employee relations, employee experience, employee engagement, organizational development,
      organisational development, organization development, workforce planning, labor relations, employer branding,
      diversity, staffing, recursos humanos, direttore del personale, responsabile del personale, jefe de personal,
      ressources humaines, risorse umane, head personal, head of personal, personeelszaken, personal vorstand,
      chief happiness officer, human capital, hris, relations humaines, culture, administración de personal`,
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
