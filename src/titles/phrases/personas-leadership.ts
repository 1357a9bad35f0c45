import type { PersonaRow } from './scope-phrases.js';

/** Founders, heads of companies, boards, and abbreviated chief officers. */
export const leadershipPersonas: readonly PersonaRow[] = [
  {
    tags: ['founder'],
    strength: 'role',
    isPost: true,
    phrases: `
      founder, founding partner, founding member, owner, proprietor, entrepreneur, managing member, chef d'entreprise,
      shareholder, gérant associé, asociat unic, owner operator, solopreneur, self employed`,
  },
  {
    tags: ['founder', 'general_management'],
    strength: 'role',
    isPost: true,
    phrases:
      'managing owner, owner managing director, managing director owner, owner geschaftsfuhrer, geschaftsfuhrer owner, dirigeant, dirigeante',
  },
  {
    tags: ['general_management'],
    strength: 'role',
    isPost: true,
    phrases: `
      ceo, chief executive, managing director, geschaftsfuhrung, vorstand, managing partner, director general,
      general director, director executive, executive director, general manager, manager general,
      assistant general manager, country manager, şirket müdürü, genel coordinator, business area manager, administrador único,
      country director, country head, country lead, business unit manager,
      business unit director, business unit head, head of business unit, division manager, managing principal,
      consejero delegado, consejera delegada, amministratore delegato, amministratore unico, administrador delegado,
      administrateur délégué, director gerente, geschaftsfuhrer, daglig leder, administrerende director, genel manager,
      director managing, socio director, socio gerente, president management board,
      generalbevollmächtigter, director president, management board, executive board,
      executive committee, comex, codir, c level, c suite, cxo, company director`,
  },
  { tags: ['general_management'], strength: 'field', isPost: true, phrases: 'president' },
  {
    tags: ['general_management'],
    strength: 'hint',
    isPost: true,
    phrases: 'general management, partner, socio, Prokurist, amministratore',
  },
  {
    tags: ['board'],
    strength: 'role',
    isPost: true,
    phrases: `
      chairman, chair, hallituksen jäsen, board member, member board, member of board, member … board, member of advisory board,
      board director, director board, board of director, trustee, non executive, independent director,
      supervisory board, advisory board, board advisor, board observer, member … consejo, consejero independiente,
      consejera independiente, consigliere di amministrazione, president of consejo, presidente do conselho,
      president of board, administrateur indépendant, member … consiglio, conselheiro de administração`,
  },
  { tags: ['board', 'general_management'], strength: 'role', isPost: true, phrases: 'chairman ceo' },
  {
    tags: ['general_management'],
    strength: 'role',
    isPost: true,
    phrases: `
      member … vorstand, member … geschaftsfuhrung, member … executive board, member … management board,
      member … executive committee, member management board,
      member executive board, member of management board, member of executive board, member du comité de direction, Sprecher … vorstand, Sprecher … geschaftsfuhrung,
      executive chairman`,
  },
  { tags: ['general_management'], strength: 'field', phrases: 'business unit, division' },
  {
    tags: [],
    strength: 'hint',
    phrases: `
      business administration, committee chair, academic chair, vice president, assistant vice president`,
  },
  {
    tags: ['strategy', 'general_management'],
    strength: 'role',
    phrases: `
      chief of staff, ceo office, cxo office, president office, chairman office, director office, founder office,
      founder associate, md office, executive office, chef de cabinet`,
  },
  {
    tags: ['strategy'],
    strength: 'role',
    phrases: `
      strategy, strategist, strategic planning, corporate development, business transformation, business planning,
      strategic initiatives, inhouse consulting, transformation office, chief transformation officer`,
  },
  {
    tags: ['strategy'],
    strength: 'field',
    phrases: `
      transformation, innovation, strategic, chief growth officer, new ventures, change management`,
  },
  { tags: ['strategy', 'finance'], strength: 'field', phrases: 'm&a, mergers and acquisitions' },
  {
    tags: ['strategy', 'it'],
    strength: 'field',
    phrases: 'digital transformation, digitalisation, digitalization, Digitalisierung',
  },
  { tags: ['finance'], strength: 'role', phrases: 'cfo' },
  {
    tags: ['operations', 'general_management'],
    strength: 'role',
    phrases: 'coo, chief operating officer, chief operations officer',
  },
  {
    tags: ['engineering', 'it'],
    strength: 'role',
    phrases: 'cto, chief technology officer, chief technical officer, cpto',
  },
  {
    tags: ['it'],
    strength: 'role',
    phrases: 'cito, cdio, chief information officer, chief digital information officer',
  },
  { tags: ['it'], otherReadings: [['investment']], strength: 'role', phrases: 'cio' },
  {
    tags: ['security'],
    strength: 'role',
    phrases: 'ciso, chief security officer',
  },
  { tags: ['marketing'], otherReadings: [['medical']], strength: 'role', phrases: 'cmo' },
  { tags: ['marketing'], strength: 'role', phrases: 'chief brand officer' },
  { tags: ['sales'], otherReadings: [['finance'], ['research'], ['medical']], strength: 'role', phrases: 'cro' },
  {
    tags: ['sales'],
    strength: 'role',
    phrases: 'chief commercial officer, chief business officer, cbo',
  },
  {
    tags: ['product'],
    otherReadings: [['people'], ['procurement'], ['legal']],
    strength: 'role',
    phrases: 'cpo',
  },
  { tags: ['product'], strength: 'role', phrases: 'chief product officer' },
  {
    tags: ['people'],
    strength: 'role',
    phrases: 'chro',
  },
  {
    tags: ['sales'],
    otherReadings: [['legal'], ['customer_success'], ['communications']],
    strength: 'role',
    phrases: 'cco',
  },
  { tags: ['customer_success'], strength: 'role', phrases: 'chief customer officer, chief experience officer' },
  { tags: ['data'], otherReadings: [['it'], ['design'], ['strategy']], strength: 'role', phrases: 'cdo' },
  { tags: ['data'], strength: 'role', phrases: 'chief data officer, chief ai officer' },
  { tags: ['it', 'strategy'], strength: 'role', phrases: 'chief digital officer' },
  {
    tags: ['strategy'],
    otherReadings: [['sales'], ['security'], ['research'], ['sustainability']],
    strength: 'role',
    phrases: 'cso',
  },
  { tags: ['administration'], otherReadings: [['finance'], ['data']], strength: 'role', phrases: 'cao' },
  { tags: ['legal'], strength: 'role', phrases: 'clo' },
  { tags: ['finance'], strength: 'role', phrases: 'chief risk officer' },
  { tags: ['research'], strength: 'role', phrases: 'chief science officer' },
  {
    tags: ['general_management'],
    otherReadings: [['medical'], ['research', 'medical']],
    strength: 'role',
    isPost: true,
    phrases: 'md',
  },
  { tags: ['project_management'], otherReadings: [['product']], strength: 'role', phrases: 'pm' },
  { tags: ['product'], otherReadings: [['procurement']], strength: 'role', phrases: 'po' },
  { tags: ['administration'], otherReadings: [['medical']], strength: 'role', phrases: 'pa' },
  {
    tags: ['general_management'],
    strength: 'role',
    isPost: true,
    phrases: `
      secretary general, general secretary, ülke müdürü, directeur de filiale`,
  },
];
