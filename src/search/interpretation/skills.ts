import { giveWords } from './giving.js';
import type { KnownValues } from './known-values.js';
import type { Found } from './phrases.js';
import type { Sentence } from './sentence.js';
import type { WhereBuilder } from './where.js';
import { activities, technologies } from './words.js';

interface Context {
  readonly sentence: Sentence;
  readonly where: WhereBuilder;
  readonly known: KnownValues;
}

const before =
  /(?:^|\s)(?:(?:that|who|which|and) )?(?:with|using|uses?|used|who know|who knows|knowing|knows|know|proficient in|skilled in|experienced in|experience (?:in|with|of)|expertise in|built (?:on|with)|running(?: on)?|runs? on|powered by|worked with|working with|mit|avec|based on|certified in)\s$/u;
const behind =
  /^\s(?:experience|skills?|knowledge|expertise|exp|kenntnisse[n]?|erfahrung|stack|certified|users|customers)(?![a-z])/u;
const sure =
  /(?:using|uses?|built (?:on|with)|running on|runs on|powered by|who know|who knows|proficient in|skilled in)\s$/u;
const maxWords = 4;

/** Reads what persons know and what companies use: "with Ruby", "Docker experience", "using Kubernetes". */
export function readTechnologies({ sentence, where, known }: Context): void {
  for (let at = 0; at < sentence.words.length; at += 1) {
    const found = technologyAt({ sentence, where, known }, at);
    if (found === null) continue;
    const start = sentence.words[at]?.start ?? 0;
    const end = sentence.words[found.to - 1]?.end ?? start;
    const introduced = before.exec(sentence.folded.slice(0, start));
    const followed = behind.exec(sentence.folded.slice(end));
    if (introduced === null && followed === null) continue;
    if (introduced !== null && followed === null && !sure.test(introduced[0]) && activities().at(sentence, at) !== null)
      continue;
    const list = listFrom({ sentence, where, known }, found);
    const last = list.at(-1) ?? found;
    const to = followed === null || last !== found ? last.to : sentence.wordAt(end + followed[0].length);
    const isSure = introduced !== null && (sure.test(introduced[0]) || /^\s?(?:who|that|which)\s/u.test(introduced[0]));
    const opened = introduced === null ? at : sentence.wordAt(introduced.index + 1);
    const from = isSure && sentence.isFree(opened, at) ? opened : at;
    giveWords({ sentence, where }, [{ member: 'technologies', value: list.map(({ meaning }) => meaning) }], {
      from,
      to,
    });
    at = to - 1;
  }
}

function technologyAt({ sentence, known }: Context, at: number): Found<string> | null {
  for (let to = Math.min(at + maxWords, sentence.clauseEnd(at)); to > at; to -= 1) {
    if (!sentence.isFree(at, to)) continue;
    const key = sentence.key(at, to);
    const meaning = known.spelling('technologies', key) ?? technologies().of(key);
    if (meaning !== undefined) return { meaning, from: at, to };
  }
  return null;
}

function listFrom(context: Context, first: Found<string>): Found<string>[] {
  const { sentence } = context;
  const list = [first];
  for (let at = first.to; ;) {
    const isJoint = ['and', 'or', 'und', 'oder'].includes(sentence.words[at]?.text ?? '');
    if (!isJoint && sentence.words[at]?.startsClause !== true) return list;
    const next = technologyAt(context, isJoint ? at + 1 : at);
    if (next === null) return list;
    list.push(next);
    at = next.to;
  }
}
