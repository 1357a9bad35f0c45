import type { FunctionSource } from './titles.js';

/** Functions that make and sell what a company offers; a line of `ranks` is a rank, ` | ` separates titles. */
export const productFunctions: Readonly<Record<string, FunctionSource>> = {
  engineering: {
    specialities: `Backend, Frontend, Platform, Mobile, Full Stack, Cloud, Payments, Infrastructure, Search, Integration`,
    skills: `Microservices, REST APIs, CI/CD, Git, Test Automation, Docker, Linux, SQL, Distributed Systems,
      Code Review`,
    technologies: 5,
    ranks: `
      Junior {s} Engineer | Associate Software Engineer | Graduate Software Engineer
      {s} Engineer | Software Engineer | {s} Developer | Software Developer
      Senior {s} Engineer | Senior Software Engineer | Senior {s} Developer
      Staff Engineer, {s} | Principal Software Engineer | Lead {s} Engineer | Software Architect
      Engineering Manager, {s} | Team Lead {s} | Software Engineering Manager | Engineering Manager II
      Director of Engineering, {s} | Head of {s} Engineering | Senior Director of Software Engineering
      Vice President of Engineering | Senior Vice President, {s} Engineering | VP Engineering`,
  },
  data: {
    specialities: `Data, Analytics, Machine Learning, Business Intelligence, Data Platform`,
    skills: `SQL, Python, Data Modelling, ETL, Statistics, Dashboards, Data Governance, Airflow, dbt, A/B Testing`,
    technologies: 5,
    ranks: `
      Junior Data Analyst | Associate Data Engineer | Data Science Trainee
      Data Engineer | Data Analyst | Data Scientist | {s} Engineer
      Senior Data Engineer | Senior Data Scientist | Senior {s} Engineer
      Principal Data Scientist | Staff Data Engineer | Lead Data Architect
      Data Engineering Manager | Analytics Team Lead | Manager, Data Science
      Head of Data | Director of Data Science | Director, {s}
      Chief Data Officer | Vice President, Data and Analytics`,
  },
  infrastructure: {
    specialities: `Network, Cloud, Systems, Database, Workplace`,
    skills: `Linux, Terraform, Monitoring, Incident Response, Networking, ITIL, Bash, Backup and Recovery, Kubernetes`,
    technologies: 4,
    ranks: `
      IT Support Technician | Junior Systems Administrator | Service Desk Analyst
      Systems Administrator | DevOps Engineer | {s} Administrator | {s} Engineer
      Senior DevOps Engineer | Site Reliability Engineer | Senior {s} Administrator
      Principal Site Reliability Engineer | IT Architect | Staff {s} Engineer
      IT Operations Manager | Site Reliability Team Lead | Infrastructure Manager
      Head of IT Infrastructure | Director of Infrastructure | IT Director
      Vice President, Infrastructure and Operations | Chief Digital Officer`,
  },
  security: {
    specialities: `Application Security, Cloud Security, Identity, Security Operations`,
    skills: `Threat Modelling, SIEM, Penetration Testing, ISO 27001, Incident Response, IAM, Vulnerability Management`,
    technologies: 3,
    ranks: `
      Junior Security Analyst | SOC Analyst
      Security Engineer | Information Security Analyst
      Senior Security Engineer | Senior {s} Engineer
      Security Architect | Principal Security Engineer
      Security Operations Manager | Manager, {s}
      Head of Information Security | Director of Security Engineering
      Chief Information Security Officer | Deputy Chief Information Security Officer`,
  },
  product: {
    specialities: `Growth, Platform, Core Product, Checkout, Onboarding, Search, Partner Products`,
    skills: `Roadmapping, User Research, Product Strategy, A/B Testing, Jira, Stakeholder Management, Market Analysis,
      OKRs`,
    technologies: 1,
    ranks: `
      Associate Product Manager | Product Analyst
      Product Manager | Product Owner | Product Manager, {s}
      Senior Product Manager | Senior Product Owner | Senior Product Manager, {s}
      Principal Product Manager | Lead Product Manager, {s}
      Group Product Manager | Group Product Manager, {s}
      Director of Product | Head of Product, {s} | Director of Product Management
      Vice President of Product | Senior Vice President, Product`,
  },
  design: {
    specialities: `Product, Brand, Interaction, Service`,
    skills: `Figma, Prototyping, Design Systems, Usability Testing, Typography, Accessibility, Illustration`,
    technologies: 1,
    ranks: `
      Junior Designer | Junior UX Designer
      UX Designer | {s} Designer | UX Researcher
      Senior {s} Designer | Senior UX Designer
      Principal {s} Designer | Staff Product Designer
      Design Manager | UX Team Lead
      Head of Design | Design Director
      Vice President, Design`,
  },
  sales: {
    specialities: `Enterprise, Public Sector, Mid-Market, Financial Services, EMEA, Strategic Accounts, Channel`,
    skills: `Negotiation, CRM, Account Planning, Pipeline Management, Solution Selling, Forecasting,
      Contract Negotiation`,
    technologies: 1,
    ranks: `
      Sales Development Representative | Business Development Representative | Inside Sales Representative
      Account Executive | Account Manager | {s} Account Executive
      Senior Account Executive | Key Account Manager | Senior Account Executive, {s}
      Strategic Account Director, {s} | Principal Solutions Consultant | Senior Solutions Engineer
      Regional Sales Manager | Sales Manager, {s} | Sales Team Lead
      Sales Director | Director of Sales, {s} | Head of Sales, {s}
      Vice President of Sales | Chief Commercial Officer | Vice President Sales, {s}`,
  },
  marketing: {
    specialities: `Brand, Content, Digital, Product Marketing, Performance, Events`,
    skills: `SEO, Content Strategy, Campaign Management, Google Analytics, Copywriting, Marketing Automation,
      Social Media, Market Research`,
    technologies: 1,
    ranks: `
      Marketing Assistant | Marketing Trainee | Junior Marketing Specialist
      Marketing Specialist | {s} Specialist | Communications Officer
      Senior Marketing Specialist | Product Marketing Manager | Senior {s} Specialist
      Senior Brand Strategist | Principal Product Marketing Manager
      Marketing Manager | {s} Manager | Communications Manager
      Marketing Director | Head of {s} | Director of Communications
      Chief Marketing Officer | Vice President, Marketing`,
  },
};
