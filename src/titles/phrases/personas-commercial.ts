import type { PersonaRow } from './scope-phrases.js';

/** Marketing, communications, sales, partnerships, customers, consulting and purchasing. */
export const commercialPersonas: readonly PersonaRow[] = [
  {
    tags: ['marketing'],
    strength: 'role',
    phrases: `
      brand manager, community manager, content manager, campaign manager, event manager, content writer,
      content creator, content strategist, media buyer, media planner, demand generation, social media, marketing,
      marketer, marketeer, e-commerce manager, seo, sem, sea, ppc, influencer, brand ambassador, growth hacker,
      head of growth, crm manager, brand strategist, affiliate marketing, sosyal medya, chef de publicité, traffic manager,
      paid media, performance media, media strategist, media consultant, corporate media, marketing communications,
      marcom`,
  },
  {
    tags: ['marketing', 'product'],
    strength: 'role',
    phrases: 'product marketing',
  },
  {
    tags: ['marketing', 'partnerships'],
    strength: 'role',
    phrases: 'partner marketing, channel marketing',
  },
  {
    tags: ['marketing', 'sales'],
    strength: 'role',
    phrases: `
      lead generation, lead gen, lead nurturing, lead acquisition, inbound lead, trade marketing`,
  },
  { tags: ['marketing', 'it'], strength: 'field', phrases: 'crm' },
  { tags: ['marketing'], strength: 'hint', phrases: 'digital' },
  { tags: ['marketing', 'retail'], strength: 'field', phrases: 'e-commerce, online shop' },
  {
    tags: ['marketing', 'research'],
    strength: 'role',
    phrases: 'market research, marketing research, market researcher, Marktforschung, consumer insights',
  },
  {
    tags: ['marketing', 'operations'],
    strength: 'role',
    phrases: 'marketing operations, marketing automation, growth operations',
  },
  {
    tags: ['marketing'],
    strength: 'field',
    phrases: `
      brand, branding, advertising, campaign, content, growth, event, advertisement, publicity, Werbung,
      Veranstaltungen, promotion, media planning, audience, customer acquisition, loyalty, market development`,
  },
  {
    tags: ['communications'],
    strength: 'role',
    phrases: `
      communications, public relations, pr, media relations, spokesperson, speechwriter, press officer,
      press secretary, corporate affairs, external affairs, external relations, relations publiques, halkla ilişkiler,
      public information officer, porte-parole, pressereferent, community relations, public information`,
  },
  { tags: ['communications', 'finance'], strength: 'role', phrases: 'investor relations' },
  {
    tags: ['communications', 'legal'],
    strength: 'role',
    phrases: 'public affairs, government relations, government affairs, lobbyist',
  },
  { tags: ['communications'], strength: 'field', phrases: 'press, prensa, stampa' },
  {
    tags: ['sales'],
    strength: 'role',
    phrases: `
      account executive, account manager, key account, national account, business development, development business,
      development of business, développement commercial, expansion, business developer, sales consultant, salesperson,
      territory, telesales, telemarketing, telemarketer, revenue, manager de cuentas, responsable de compte,
      responsable grands comptes, responsable d'affaires, ingénieur d'affaires, chargé d'affaires, attaché commercial,
      attachée commerciale, chargée d'affaires, delegado comercial, agente de commercio, agente comercial,
      account director, strategic account, global account, enterprise account, sales, new business,
      responsable secteur, responsable de secteur, chef de secteur, Akquise, medical representative,
      pharmaceutical representative, deal desk, chef de zone, bid manager, proposal manager, tender manager,
      comercial de zona, iş geliştirme, doradca handlowy, go to market, route to market, corporate customer,
      visitador médico, sales administration, key customer`,
  },
  {
    tags: ['sales', 'operations'],
    strength: 'role',
    phrases: 'sales operations, revenue operations, revops, commercial operations, sales planning',
  },
  {
    tags: ['sales', 'engineering'],
    strength: 'role',
    phrases: `
      sales engineer, sales engineering, pre sales, pre sales consultant, solutions engineer, solution consultant,
      technical sales, technico commercial, ingénieur commercial, sales technician, customer engineer`,
  },
  {
    tags: ['sales', 'partnerships'],
    strength: 'role',
    phrases: 'partner sales, partner account manager, sales partner, indirect sales, channel',
  },
  {
    tags: ['sales', 'customer_success'],
    strength: 'role',
    phrases: `
      account management, customer account manager, responsable clientèle, chargé de clientèle, chargée de clientèle,
      responsable de clientèle, gestor de clientes, relationship manager, customer development`,
  },
  {
    tags: ['sales', 'retail'],
    strength: 'role',
    phrases: 'sales associate, sales assistant, sales advisor, sales clerk',
  },
  {
    tags: ['sales', 'supply_chain'],
    strength: 'role',
    phrases: 'export manager, export sales, responsable export, export director, dış ticaret, foreign trade',
  },
  { tags: ['sales', 'customer_success'], strength: 'role', phrases: 'directeur de clientèle' },
  { tags: ['sales', 'real_estate'], strength: 'role', phrases: 'real estate sales' },
  {
    tags: ['sales'],
    strength: 'field',
    phrases: 'commercial, pricing, commerce',
  },
  { tags: ['sales'], strength: 'hint', phrases: 'account, representative' },
  {
    tags: ['partnerships'],
    strength: 'role',
    phrases: `
      partnership, alliance, partner manager, channel manager, channel partner, partner management, partner relations,
      partner success, partner development, partner program, partner ecosystem, partner and alliance,
      partner and channel, partner enablement, partner account, partner relationship, partner network,
      partner engagement, partner business, partner services, partner growth, partner strategy, strategic partner,
      technology partner, implementation partner, affiliate, partenariat, alianza, strategic alliance, ecosystem,
      partner operations, partner solutions`,
  },
  {
    tags: ['customer_success'],
    strength: 'role',
    phrases: `
      customer success, success manager, customer manager, customer experience, cx, customer relations,
      customer onboarding, renewals, technical account manager, customer advocacy, customer satisfaction,
      onboarding manager, implementation consultant, implementation, customer partner, customer engagement,
      voice of customer, user success, customer retention, onboarding specialist,
      customer relationship, customer director, customer lead`,
  },
  { tags: ['customer_success'], strength: 'field', phrases: 'customer, onboarding' },
  {
    tags: ['customer_support'],
    strength: 'role',
    phrases: `
      customer service, customer support, customer care, call center, contact center, customer service representative,
      support specialist, service customer, servicio al cliente, atención al cliente, atendimento ao cliente,
      atendimento, assistenza clienti, relation client, support agent, after sales, service advisor,
      telephone operator, teleoperador, teleoperadora`,
  },
  {
    tags: ['customer_support', 'customer_success'],
    strength: 'role',
    phrases: 'customer advisor, conseiller clientèle, opiekun klienta',
  },
  {
    tags: ['customer_support', 'it'],
    strength: 'role',
    phrases: `
      technical support, technical support engineer, application support, support technician, técnico de soporte,
      1st level support, 2nd level support, product support`,
  },
  {
    tags: ['customer_support', 'engineering'],
    strength: 'role',
    phrases: `
      support engineer, service engineer, field engineer, field service, service technician, field technician,
      customer support engineer`,
  },
  {
    tags: ['customer_support'],
    strength: 'role',
    phrases: `
      service manager, service director, head of service, service lead, service coordinator, service employee`,
  },
  { tags: ['customer_support'], strength: 'hint', phrases: 'support, service' },
  {
    tags: ['consulting'],
    strength: 'role',
    phrases: `
      management consultant, business consultant, consulting, advisory, managing consultant, engagement manager,
      chef de mission, associate consultant, principal consultant, conseil, consultoría, consulenza, business advisor,
      senior consultant, inhouse consultant, advisory services, consultancy`,
  },
  {
    tags: ['strategy', 'consulting'],
    strength: 'role',
    phrases: 'strategy consultant, strategy consulting, strategy advisor',
  },
  { tags: ['consulting'], strength: 'field', phrases: 'consultant, professional services' },
  { tags: ['consulting'], strength: 'hint', phrases: 'advisor, practice' },
  {
    tags: ['procurement'],
    strength: 'role',
    phrases: `
      procurement, purchasing, purchaser, buyer, sourcing, strategic sourcing, category manager, category management,
      vendor manager, vendor management, supplier manager, supplier management, supplier relationship,
      commodity manager, strategic buyer, source to pay, procure to pay, aprovisionamiento, suprimentos, satın alma,
      category lead, category director, category buyer`,
  },
  { tags: ['quality', 'procurement'], strength: 'role', phrases: 'supplier quality, supplier quality engineer' },
  { tags: ['procurement'], strength: 'field', phrases: 'vendor, supplier, tender' },
];
