import type { PersonaRow } from './scope-phrases.js';

/** Engineering, data, information technology, security, product, design, research, quality and projects. */
export const technologyPersonas: readonly PersonaRow[] = [
  {
    tags: ['engineering'],
    strength: 'role',
    phrases: `
      software engineer, software architect, software development, developer, programmer, coder, frontend engineer,
      backend engineer, full stack engineer, mobile engineer, embedded engineer, firmware engineer, hardware engineer,
      mechanical engineer, electrical engineer, electronics engineer, aerospace engineer, platform engineer, tech lead,
      technical lead, founding engineer, technical architect, application development, web development,
      app development, android, robotics engineer, engineering, communications engineer, communication systems,
      mechanical design, webmaster, engineer in test, principal engineer, staff engineer, lead engineer`,
  },
  {
    tags: ['engineering'],
    strength: 'field',
    phrases: `
      software, embedded, firmware, hardware, Konstrukteur, Konstruktion, electronics, electrical, mechanical,
      mechatronics, aerospace, robotics, frontend, backend, front end, back end, full stack, web, mobile, java,
      javascript, typescript, python, php, ruby, golang, c++, c#, rust, kotlin, swift, react, angular, node,
      blockchain, api, architecture, software as a service, development head, head development, head of development,
      development manager, development engineer, engineer`,
  },
  {
    tags: ['engineering'],
    strength: 'hint',
    phrases: 'technology, tech, technical, technician, saas, automation',
  },
  { tags: ['engineering', 'construction'], strength: 'hint', phrases: 'architect' },
  {
    tags: ['engineering', 'it'],
    strength: 'role',
    phrases: `
      devops, site reliability, sre, platform operations, cloud architect, solution architect, enterprise architect,
      cloud engineer, infrastructure engineer, systems engineer`,
  },
  { tags: ['engineering', 'design'], strength: 'role', phrases: 'design engineer, design engineering' },
  { tags: ['engineering', 'product'], strength: 'role', phrases: 'product engineer, product engineering' },
  { tags: ['product', 'engineering'], strength: 'field', phrases: 'product development, product developer' },
  { tags: ['engineering', 'project_management'], strength: 'role', phrases: 'project engineer, project engineering' },
  {
    tags: ['data'],
    strength: 'role',
    phrases: `
      data scientist, data analyst, data architect, data science, bi developer, bi analyst, business intelligence,
      business intelligence developer, statistician, data manager, data steward, machine learning, analytics,
      decision scientist, data modeler, data modeller, web analyst, web analytics`,
  },
  {
    tags: ['data', 'engineering'],
    strength: 'role',
    phrases: `
      data engineer, data engineering, analytics engineer, ai engineer, ml engineer, machine learning engineer,
      ai developer, ai software engineer, deep learning engineer, computer vision engineer, big data engineer,
      data developer, ai architect, mlops`,
  },
  {
    tags: ['data', 'research'],
    strength: 'role',
    phrases: 'ai researcher, machine learning researcher',
  },
  {
    tags: ['data', 'finance'],
    strength: 'role',
    phrases: 'quantitative analyst, quantitative researcher, quant',
  },
  {
    tags: ['data'],
    strength: 'field',
    phrases: `
      data, ai, ml, artificial intelligence, deep learning, computer vision, nlp, bi, insights, künstliche Intelligenz,
      Datenanalyse, intelligence artificielle, inteligencia artificial, llm, genai`,
  },
  {
    tags: ['operations', 'data'],
    strength: 'role',
    phrases: `
      business analyst, business analysis, analyst business`,
  },
  {
    tags: ['it'],
    strength: 'role',
    phrases: `
      system administrator, sysadmin, it administrator, network administrator, network engineer, network technician,
      database administrator, dba, it manager, it director, head it, it head, it specialist, it consultant,
      it support, it operations, information technology, information systems, sap, salesforce, servicenow, erp,
      salesforce administrator, it service, it technician, desktop support, Fachinformatiker, Systemintegration,
      Systemadministrator, Informatiker, Netzwerkadministrator, IT-Systemelektroniker, Systembeheerder,
      crm administrator, application manager, bilgi işlem, sistem, ağ, veritabanı, functioneel beheerder,
      amministratore di sistema, data center, Rechenzentrum, it infrastructure, itsm, itil, administrator of systems,
      administrador de redes, responsable SI, directeur SI`,
  },
  {
    tags: ['it', 'customer_support'],
    strength: 'role',
    phrases: `
      help desk, service desk, it service desk, it support specialist, it support engineer, it support technician`,
  },
  {
    tags: ['it'],
    strength: 'field',
    phrases: `
      it, ict, itk, managed services, edv, application, Wirtschaftsinformatik, infrastructure, cloud, network,
      networking, systems, information, enterprise architecture, digital workplace, telecom, telecommunications,
      dynamics 365, oracle, azure, aws, computer, technology operations, database, linux, windows, vmware, sharepoint,
      microsoft, workday`,
  },
  {
    tags: ['security'],
    strength: 'role',
    phrases: `
      information security, cybersecurity, infosec, security engineer, security analyst, security architect,
      soc analyst, penetration tester, penetration testing, pentester, application security, appsec, network security,
      cloud security, security operations, it security, identity and access management, threat intelligence,
      ethical hacker, security researcher, security consultant, product security, ciberseguridad, cybersécurité,
      cibersegurança, cyber, devsecops, iam`,
  },
  { tags: ['security'], strength: 'field', phrases: 'security' },
  {
    tags: ['product'],
    strength: 'role',
    phrases: `
      product manager, assistant product manager, product owner, product management, product lead, product director,
      head product, product operations, product strategy, product analyst, technical product manager, chef de produit,
      jefe de producto, manager of product, director of product, head of product, vice president of product,
      product ownership`,
  },
  { tags: ['product'], strength: 'field', phrases: 'product, portfolio management' },
  {
    tags: ['design', 'product'],
    strength: 'role',
    phrases: 'product designer, product design, ui designer, ux, user experience',
  },
  {
    tags: ['design', 'research'],
    strength: 'role',
    phrases: 'ux researcher, ux research, user researcher, user research, design research',
  },
  {
    tags: ['design'],
    strength: 'role',
    phrases: `
      designer, graphic design, art director, director artístico, directeur artistique, director de arte, web designer,
      interior design, interior architect, industrial designer, illustrator, creative, ui, user interface,
      design manager, design director, head of design`,
  },
  {
    tags: ['design'],
    strength: 'field',
    phrases: 'design, graphic, 3d, service design, Innenarchitektur',
  },
  {
    tags: ['research'],
    strength: 'role',
    phrases: `
      researcher, scientist, research engineer, research assistant, research associate, research fellow, postdoc,
      postdoctoral, principal investigator, chemist, biologist, physicist, mathematician, economist, biochemist,
      microbiologist, geologist, astronomer, laboratory technician, lab technician, laboratory assistant, lab manager,
      research director, research manager, Laborant, phd candidate, phd student, archaeologist, sociologist,
      geneticist, research analyst, scientific`,
  },
  {
    tags: ['research'],
    strength: 'field',
    phrases: 'research, r&d, f&e, f&u, i+d, p&d, ar ge, laboratory, lab, science, phd',
  },
  {
    tags: ['quality'],
    strength: 'role',
    phrases: `
      quality, quality assurance, qa, qc, qm, tester, software tester, test manager, testing, safety officer,
      health and safety, safety manager, hse, ehs, qhse, hsse, occupational safety, Arbeitssicherheit,
      Sicherheitsingenieur, quality auditor, lead auditor, prévention des risques, segurança do trabalho,
      seguridad e higiene, seguridad laboral, sicurezza sul lavoro, sécurité au travail, rspp`,
  },
  {
    tags: ['quality', 'engineering'],
    strength: 'role',
    phrases: `
      quality engineer, qa engineer, test engineer, quality assurance engineer, qa automation engineer,
      test automation, test analyst, validation engineer, sdet, qa analyst, safety engineer, qa tester`,
  },
  { tags: ['quality'], strength: 'hint', phrases: 'safety, test, inspector, validation' },
  {
    tags: ['project_management'],
    strength: 'role',
    phrases: `
      project manager, assistant project manager, program manager, project management, program management,
      project director, program director, pmo, scrum master, agile coach, project lead, project leader,
      project coordinator, program coordinator, project head, head of project, project management office,
      delivery manager, agile delivery, release train engineer, chef de projet, jefe de proyecto, manager de proyecto,
      responsable de projet, project officer, project assistant, project controller, release manager, project support,
      project planner, project owner, project administrator, director of project, project employee, project specialist`,
  },
  {
    tags: ['project_management'],
    strength: 'field',
    phrases: 'project, agile, scrum, pmp, delivery',
  },
];
