/** Words of a sentence that change what a number in it may be. */

export type Approximation = 'none' | 'about' | 'over' | 'under';

const ABOUT =
  /(?:\b(?:about|around|roughly|approximately|approx\.?|some|circa|ca\.?|c\.|etwa|rund|ungefähr|gut|environ|à peu près|unos|aproximadamente|circa|cerca de|ongeveer)|~|≈)\s*[$€£]?\s*$/iu;
const OVER =
  /(?:\b(?:over|more than|above|at least|just over|über|mehr als|mindestens|plus de|au moins|más de|oltre|più di|mais de|meer dan)|>)\s*[$€£]?\s*$/iu;
const UNDER =
  /(?:\b(?:under|less than|below|nearly|almost|just under|at most|unter|weniger als|fast|knapp|beinahe|moins de|près de|presque|casi|menos de|quasi|quase|bijna)|<)\s*[$€£]?\s*$/iu;

export function approximation(before: string): Approximation {
  if (ABOUT.test(before)) return 'about';
  if (OVER.test(before)) return 'over';
  return UNDER.test(before) ? 'under' : 'none';
}

export const SUM =
  /\b(?:total\p{L}*|overall|sum|altogether|together|combined|in all|all (?:of )?(?:the )?\p{L}+|insgesamt|gesamt\p{L}*|zusammen|summe|ensemble|somme|au total|en total|suma|totale|complessivamente|soma|samen)\b/iu;
export const MEAN =
  /\b(?:average\p{L}*|mean|avg|on average|durchschnitt\p{L}*|mittel\p{L}*|moyenne|en moyenne|promedio|media|média|gemiddeld\p{L}*)\b/iu;
export const HIGHEST =
  /\b(?:highest|largest|biggest|greatest|most|maximum|max|top|best|peak|höchste\p{L}*|größte\p{L}*|meisten|plus (?:élevée?|grande?|forte?|haute?)|más alt[oa]|mayor|più alt[oa]|maior)\b/iu;
export const LOWEST =
  /\b(?:lowest|smallest|least|minimum|min|fewest|worst|niedrigste\p{L}*|kleinste\p{L}*|wenigsten|geringste\p{L}*|plus (?:basse?|faible|petite?)|más baj[oa]|menor|più bass[oa])\b/iu;
/** "At most", "most of": no end of an order. */
export const NO_END = /\b(?:at (?:most|least)|most of|au moins|au plus|mindestens|höchstens)\b/iu;
export const DOWN =
  /\b(?:fell|fall\p{L}*|fewer|less|lower|down|declin\p{L}*|decreas\p{L}*|drop\p{L}*|below|behind|smaller|shrank|weniger|gesunken|gefallen|niedriger|sank\p{L}*|rückgang|unter|baiss\p{L}*|moins|inférieur\p{L}*|recul\p{L}*|menos|meno)\b/iu;
export const UP =
  /\b(?:rose|rise\p{L}*|grew|grow\p{L}*|more|higher|up|increas\p{L}*|above|ahead|gain\p{L}*|larger|mehr|gestiegen|höher|stieg\p{L}*|zuwachs|über|hausse|augment\p{L}*|plus|supérieur\p{L}*|más|più|mais)\b/iu;
export const COUNTED_AFTER =
  /^\s*(?:rows?|regions?|groups?|entries|results?|records?|items?|values?|categories|countries|months?|years?|quarters?|weeks?|days?|zeilen?|regionen|gruppen|einträge\p{L}*|ergebnisse|monate\p{L}*|jahre\p{L}*|länder\p{L}*|lignes?|régions?|groupes?|mois|résultats?|pays|filas?|regiones|grupos?|righe|gruppi|linhas?|rijen)\b/iu;
export const COUNTED_BEFORE =
  /\b(?:of|von|sur|de|di|among|unter|parmi|all|alle|alles|top|first|der|the|les|rows?|rows?:)\s+(?:the\s+|den\s+|les\s+)?$/iu;
/** A sign of money or of a unit beside a number: it is no count of rows. */
export const UNIT_BEFORE = /[$€£¥]\s*$/u;
export const UNIT_AFTER =
  /^\s*(?:[$€£¥]|usd\b|eur\b|euros?\b|dollars?\b|gbp\b|chf\b|kg\b|km\b|kwh\b|°)/iu;
export const YEAR_BEFORE =
  /(?:\b(?:in|im|en|since|seit|depuis|for|für|pour|during|until|bis|before|after|from|to|between|and|year|jahr|année|of|del|nel|em|period)\s+|[(:]\s*)$/iu;
export const QUARTER = /^\s*(?:quarter|quartal|trimestre)\b/iu;
export const OF_A_YEAR =
  /^\s*(?:quarter|half|month|week|quartal|halbjahr|monat|trimestre|semestre|mois)\b/iu;
/** Said of what is shown, not of all that there is. */
export const SHOWN =
  /\b(?:shown|listed|displayed|first|top|these|gezeigt\p{L}*|angezeigt\p{L}*|ersten|diese[rn]?|affich\p{L}*|premi\p{L}*|ces)\b/iu;
export const OF_A_TOTAL =
  /\b(?:of (?:the |a )?(?:grand )?(?:total|overall)|out of|von (?:den )?insgesamt|(?:du|sur un) total|de)\b[^.;]*$/iu;
export const EVERY = /\b(?:across|all|every|each|alle[nrs]?|jede\p{L}*|tous|toutes|chaque)\b/iu;
export const TIME_UNIT =
  /^\s*(?:months?|years?|quarters?|weeks?|days?|hours?|minutes?|monate\p{L}*|jahre\p{L}*|wochen?|tage\p{L}*|mois|ans?|années?|jours?|semaines?)\b/iu;

/** Opens the sentence on words of a question that a reading took nothing from. */
export const NOTHING_READ = 'Ignored in the question:';
