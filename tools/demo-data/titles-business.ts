import type { FunctionSource } from './titles.js';

/** Functions that every company has, and those of particular trades; a line of `ranks` is a rank, ` | ` separates titles. */
export const businessFunctions: Readonly<Record<string, FunctionSource>> = {
  finance: {
    specialities: `Treasury, Controlling, Tax, Reporting, Procurement Finance`,
    skills: `Financial Modelling, IFRS, Budgeting, Excel, Auditing, Forecasting, Cost Accounting, SAP`,
    technologies: 1,
    ranks: `
      Accounting Assistant | Junior Financial Analyst | Finance Trainee
      Accountant | Financial Analyst | {s} Analyst
      Senior Financial Analyst | Senior Accountant | Senior {s} Specialist
      Finance Business Partner | Principal Financial Analyst
      Finance Manager | {s} Manager | Accounting Manager
      Finance Director | Head of {s} | Financial Controller
      Vice President, Finance | Vice President, {s}`,
  },
  people: {
    specialities: `Talent Acquisition, Learning, Compensation, People Operations`,
    skills: `Recruiting, Employee Relations, Onboarding, Labour Law, Interviewing, Workday, Coaching, Payroll`,
    technologies: 1,
    ranks: `
      HR Assistant | Recruiting Coordinator
      Recruiter | HR Generalist | Talent Acquisition Specialist
      Senior Recruiter | HR Business Partner
      Senior HR Business Partner | Lead Recruiter
      HR Manager | Talent Acquisition Manager | Manager, {s}
      HR Director | Head of {s} | Head of People
      Chief People Officer | Vice President, Human Resources`,
  },
  legal: {
    specialities: `Privacy, Commercial, Employment, Regulatory`,
    skills: `Contract Law, Compliance, GDPR, Legal Research, Negotiation, Corporate Governance`,
    technologies: 0,
    ranks: `
      Paralegal | Legal Trainee
      Legal Counsel | Compliance Officer
      Senior Legal Counsel | Senior Counsel, {s}
      Principal Counsel, {s} | Data Protection Officer
      Compliance Manager | Legal Manager, {s}
      Associate General Counsel | Legal Director | Head of Compliance
      Deputy General Counsel | Chief Compliance Officer`,
  },
  operations: {
    specialities: `Logistics, Procurement, Supply Chain, Customer Operations, Facilities, Planning`,
    skills: `Process Improvement, Lean, Supplier Management, Inventory Management, Project Management, Excel,
      Quality Control`,
    technologies: 1,
    ranks: `
      Operations Assistant | Administrative Assistant | Logistics Coordinator
      Operations Analyst | Buyer | {s} Specialist | Executive Assistant to the COO
      Senior Operations Analyst | Senior Buyer | Project Manager | Senior {s} Specialist
      Programme Manager | Senior Project Manager | Chief of Staff
      Operations Manager | {s} Manager | Operations Team Lead
      Director of Operations | Head of {s} | Director, {s}
      Vice President, Operations | Chief Supply Chain Officer`,
  },
  support: {
    specialities: `Customer Success, Technical Support, Onboarding, Customer Care`,
    skills: `Customer Service, Troubleshooting, Zendesk, Communication, Escalation Management, Account Health, Training`,
    technologies: 2,
    ranks: `
      Customer Service Agent | Support Associate
      Customer Success Manager | Technical Support Engineer | Customer Support Specialist
      Senior Customer Success Manager | Senior Technical Support Engineer
      Principal Technical Account Manager | Technical Account Manager
      Customer Support Team Lead | Customer Support Manager | Customer Success Team Lead
      Head of Customer Success | Director of Customer Support
      Vice President, Customer Success | Chief Customer Officer`,
  },
  research: {
    specialities: `Oncology, Materials, Immunology, Robotics, Chemistry, Photonics, Machine Learning, Energy Storage`,
    skills: `Experimental Design, Statistics, Scientific Writing, Simulation, Patents, Laboratory Management, Python,
      Data Analysis`,
    technologies: 2,
    ranks: `
      Research Assistant | Laboratory Technician
      Research Scientist | Research Engineer | Scientist, {s}
      Senior Research Scientist | Senior Scientist, {s}
      Principal Scientist | Research Fellow, {s}
      Research Team Lead | Laboratory Manager | R&D Manager
      Director of Research, {s} | Head of R&D, {s}
      Vice President, Research and Development | Chief Scientific Officer`,
  },
  manufacturing: {
    specialities: `Production, Quality, Maintenance, Process, Mechanical, Electrical, Test`,
    skills: `Lean Manufacturing, CAD, Six Sigma, Quality Assurance, PLC Programming, Root Cause Analysis, Safety,
      Production Planning`,
    technologies: 1,
    ranks: `
      Production Technician | Junior {s} Engineer | Graduate Engineer
      {s} Engineer | Manufacturing Engineer
      Senior {s} Engineer | Senior Manufacturing Engineer
      Lead {s} Engineer | Principal Engineer, {s}
      Production Manager | {s} Manager | Production Supervisor
      Plant Manager | Director of Manufacturing | Head of {s} Engineering
      Vice President, Manufacturing | Executive Vice President, Production`,
  },
  consulting: {
    specialities: `Technology, Strategy, Cloud Transformation, Change, Risk`,
    skills: `Stakeholder Management, Workshops, Business Analysis, Presentation, Project Management, Process Design,
      Agile`,
    technologies: 3,
    ranks: `
      Analyst | Junior Consultant
      Consultant | {s} Consultant | Business Analyst
      Senior Consultant | Senior {s} Consultant
      Principal Consultant | Solution Architect
      Managing Consultant | Engagement Manager | Delivery Manager
      Associate Partner | Director, {s} Consulting | Client Director
      Managing Director, {s} | Partner, {s}`,
  },
  banking: {
    specialities: `Corporate Banking, Credit Risk, Wealth Management, Capital Markets, Trade Finance, Compliance`,
    skills: `Credit Analysis, Risk Management, Financial Modelling, KYC, Derivatives, Portfolio Management,
      Regulatory Reporting, Excel`,
    technologies: 1,
    ranks: `
      Analyst, {s} | Graduate Analyst | Bank Teller
      Relationship Manager | Associate, {s} | Risk Analyst
      Assistant Vice President, {s} | Senior Relationship Manager
      Vice President, {s} | Senior Risk Analyst
      Team Lead {s} | Branch Manager | Manager, {s}
      Head of {s} | Executive Director, {s}
      Managing Director, {s} | Chief Risk Officer`,
  },
  academia: {
    specialities: `Computer Science, Physics, Economics, Molecular Biology, Linguistics, Mechanical Engineering, Mathematics,
      History`,
    skills: `Teaching, Academic Writing, Grant Applications, Research, Peer Review, Statistics, Supervision, LaTeX`,
    technologies: 1,
    ranks: `
      Research Assistant, {s} | Doctoral Researcher in {s}
      Postdoctoral Researcher, {s} | Teaching Fellow in {s}
      Lecturer in {s} | Assistant Professor of {s}
      Associate Professor of {s} | Senior Lecturer in {s}
      Professor of {s} | Research Group Leader, {s}
      Vice Dean, {s} | Department Chair, {s} | Director, Institute of {s}
      Vice Rector for Research | Vice Provost`,
  },
  aviation: {
    specialities: `Short Haul, Long Haul, Cargo`,
    skills: `Crew Resource Management, Flight Safety, Navigation, Customer Service, Emergency Procedures, Airbus A320,
      Boeing 737`,
    technologies: 0,
    ranks: `
      Cabin Crew Member | Ground Operations Agent
      First Officer | Flight Attendant | Flight Dispatcher
      Senior First Officer | Purser | Aircraft Maintenance Engineer
      Captain | Training Captain
      Cabin Services Manager | Station Manager | Base Captain
      Director of Flight Operations | Head of Cabin Services
      Vice President, Flight Operations | Chief Operating Officer, Regional Fleet`,
  },
  retail: {
    specialities: `Fresh Food, Fashion, Home, Electronics, Online`,
    skills: `Merchandising, Visual Merchandising, Inventory Management, Customer Service, Category Management, Pricing`,
    technologies: 0,
    ranks: `
      Sales Assistant | Store Associate
      Merchandiser | Assistant Buyer | Visual Merchandiser
      Category Specialist, {s} | Senior Buyer, {s}
      Category Manager, {s} | Senior Merchandise Planner
      Store Manager | District Manager | Shift Supervisor
      Regional Director | Head of Category, {s}
      Vice President, Merchandising | Chief Merchandising Officer`,
  },
};
