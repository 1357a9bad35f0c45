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
      chef d'atelier`,
  },
  {
    tags: ['manufacturing', 'engineering'],
    strength: 'role',
    phrases: `
      process engineer, manufacturing engineer, production engineer, industrial engineer, process engineering,
      industrialization, industrialisation, automation engineer, plant engineer, chemical engineer, tooling engineer,
      controls engineer, plc programmer, engineer of process, engineer of production, engineer of manufacturing, engineer of méthodes,
      Maschinenbau, Maschinenbauingenieur`,
  },
  {
    tags: ['manufacturing', 'operations'],
    strength: 'role',
    phrases: 'industrial director, director industrial, lean manager, directeur d usine',
  },
  {
    tags: ['manufacturing'],
    strength: 'field',
    phrases: 'industrial, machine, automotive, industry, industrie',
  },
  {
    tags: ['manufacturing'],
    strength: 'hint',
    phrases: `
      operator, worker, helper, repairer, installer, setter, grinder, molder, polisher, laborer,
      foreman, boiler, fabricator, millwright, finisher`,
  },
  {
    tags: ['construction'],
    strength: 'role',
    phrases: `
      construction, construction worker, site manager, site engineer, site supervisor, surveyor, carpenter, plumber,
      roofer, bricklayer, mason, hvac, hvac technician, building, contractor, estimator, chef de chantier,
      conducteur de travaux, conductrice de travaux, Werkvoorbereider, urban planner, town planner, Bauingenieur, Bauzeichner, Maurer,
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
      Hausverwalter, corretor de imóveis, amministratore di condominio, syndic`,
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
      ambientale, développement durable, desarrollo sostenible, sviluppo sostenibile, decarbonization`,
  },
  { tags: ['sustainability'], strength: 'hint', phrases: 'energy, solar, wind, energie' },
];
