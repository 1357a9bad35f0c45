/** The feminine forms of the words with which job titles begin, by language. */
const feminine: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  german: [
    [
      /(entwickler|analyst|architekt|assistent|leiter|referent|mitarbeiter|buchhalter|sprecher|arbeiter|Einkäufer|ingenieur|mechaniker|betreuer|Professor|professor|dozent|rektor|Dekan|führer|vorstand|student)(?=$| )/gi,
      '$1in',
    ],
    [/vorstandin/g, 'vorständin'],
    [/kaufmann/g, 'kauffrau'],
    [/^(Wissenschaftliche|Strategische|Kaufmännische|Akademische)r /, '$1 '],
    [/ Rat$/, ' Rätin'],
  ],
  french: [
    [/^Développeur/, 'Développeuse'],
    [/^Directeur/, 'Directrice'],
    [/administratif et financier/, 'administrative et financière'],
    [/^Ingénieur/, 'Ingénieure'],
    [/^Assistant/, 'Assistante'],
    [/^Chargé/, 'Chargée'],
    [/^Contrôleur/, 'Contrôleuse'],
    [/^Acheteur/, 'Acheteuse'],
    [/^Chef /, 'Cheffe '],
    [/^Technicien/, 'Technicienne'],
    [/^Secrétaire général/, 'Secrétaire générale'],
    [/général adjoint/, 'générale adjointe'],
  ],
  spanish: [
    [/^Desarrollador/, 'Desarrolladora'],
    [/^Ingeniero/, 'Ingeniera'],
    [/^Arquitecto/, 'Arquitecta'],
    [/^Jefe/, 'Jefa'],
    [/^Director/, 'Directora'],
    [/^Vicepresidente/, 'Vicepresidenta'],
    [/^Técnico/, 'Técnica'],
    [/^Comprador/, 'Compradora'],
    [/^Contador/, 'Contadora'],
    [/^Ejecutivo/, 'Ejecutiva'],
    [/^Consultor/, 'Consultora'],
    [/^Gestor/, 'Gestora'],
    [/^Controlador/, 'Controladora'],
    [/ financiero/, ' financiera'],
  ],
  portuguese: [
    [/^Desenvolvedor/, 'Desenvolvedora'],
    [/^Engenheiro/, 'Engenheira'],
    [/^Arquiteto/, 'Arquiteta'],
    [/^Diretor/, 'Diretora'],
    [/^Executivo/, 'Executiva'],
    [/^Consultor/, 'Consultora'],
    [/^Coordenador/, 'Coordenadora'],
    [/^Técnico/, 'Técnica'],
    [/^Supervisor/, 'Supervisora'],
    [/ administrativo$/, ' administrativa'],
    [/ financeiro/, ' financeira'],
    [/ adjunto/, ' adjunta'],
  ],
  italian: [
    [/^Sviluppatore/, 'Sviluppatrice'],
    [/^Direttore tecnico/, 'Direttrice tecnica'],
    [/^Direttore/, 'Direttrice'],
    [/^Impiegato/, 'Impiegata'],
    [/^Addetto/, 'Addetta'],
    [/^Architetto/, 'Architetta'],
    [/^Tecnico/, 'Tecnica'],
    [/ amministrativo/, ' amministrativa'],
    [/ operativo/, ' operativa'],
  ],
};

/** The feminine form of a job title. */
export function feminineOf(language: string, title: string): string {
  return (feminine[language] ?? []).reduce((text, [pattern, ending]) => text.replace(pattern, ending), title);
}
