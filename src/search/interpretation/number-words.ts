// The words of a folded sentence that stand before and behind numbers, and say what is counted.

export const headcountBehind =
  /^\s?(?:-\s?)?(?:full[- ]time )?(?:employees?|people|persons?|staff|workers?|headcount|ftes?|team members?|members|strong|on staff|on the payroll|mitarbeiter(?:n|innen|nde|nden)?|beschaftigten?|employes?|salaries|personnes|empleados|dipendenti)(?![a-z])/u;
export const headcountBefore =
  /(?<![a-z])(?:employs?|employing|headcount|employees?|employee count|team size|teams?|company size|workforce|staff|size|mitarbeiter)(?: size| count)?\s?(?:of|is|:|=)?\s?$/u;
export const yearsBehind = /^\s?-?(?:years?|yrs?|jahren?|ans|annees|anos)(?![a-z])/u;
export const monthsBehind = /^\s?-?(?:months?|mos|monaten?|mois|meses)(?![a-z])/u;
export const daysBehind = /^\s?-?(?:days?|tagen?|jours|weeks?|wochen?|semaines)(?![a-z])/u;
export const moneyBehind =
  /^\s?(?:(?:usd|eur|gbp|dollars?|euros?)\s?)?(?:in |of )?(?:(?:total |annual |recurring )?(?:funding|revenues?|arr|mrr|raised|capital|valuation|sales|turnover|umsatz))(?![a-z])/u;
export const moneyBefore =
  /(?<![a-z])(?:(?:that |who |which |have |has |with )?(?:raised|raising|raise|valued at|valuation of|revenues? of|revenues?|funding of|funding|arr of|arr|turnover of|umsatz von)\s?(?:at|of|a total of)?\s?|with\s)$/u;
export const foundedBefore =
  /(?<![a-z])(?:(?:that |which |who )?(?:was |were |is |are |have been )?(?:founded|started(?: up)?|began|begun|opened|set up|in business|operating|launched|established|incorporated|created|formed|born|est\.?|gegrundet|fondee?s?|creee?s?|fundadas?|founding year|from|since|seit|depuis))\s?(?:in|im|en|the|around|year|years|jahr)?\s?(?:the|year)?\s?$/u;
export const raisedBefore =
  /(?<![a-z])(?:raised|funded|funding|raise|round|investment|series [a-h]|seed)(?: [a-z0-9]+){0,3}\s?(?:in|since|after)?\s?(?:the)?\s?$/u;
export const eraBehind = /^(?:-era| era| wave| vintage| cohort)(?![a-z])/u;
export const ageBehind = /^\s?-?years?(?: |-)old(?![a-z])/u;
export const inRoleBehind =
  /^\s?(?:in (?:their|the|his|her|this|a|current|present|same|my|our)?\s?(?:current |present |new |same )?(?:role|roles|position|positions|job|jobs|seat|post)|in role|in position|in post|on the job|in seat|tenure|of tenure)(?![a-z])/u;
export const inRoleBefore =
  /(?<![a-z])(?:in (?:their|the|his|her|this|a)?\s?(?:current |present |new |same )?(?:role|position|job|seat|post)|in role|in position|tenure)s?(?: of| is| for|:)?\s?(?:for )?$/u;
export const startedBefore =
  /(?<![a-z])(?:(?:who |that |have |has )*(?:started|began|begun|took|taken|stepped into|moved into|promoted)(?: (?:their|the|a|his|her|on))?(?: (?:current|new|present))?(?: (?:role|job|position|post))?(?: (?:in|within|during))?)\s?$/u;
export const experienceBehind = /^\s?(?:of )?(?:relevant |work |professional )?(?:experience|exp)(?![a-z])/u;
export const withBefore = /(?:with |having |that have |who have |which have |and )?$/u;
