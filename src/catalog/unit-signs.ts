/** A name whose signs of units are in lower case, so that no capital within them begins a word: `kWh Produced`, `powerKW`. */
export const unitsJoined = (name: string): string =>
  name.replace(UNIT_IN_CAPITALS, (unit) => unit.toLowerCase());

const UNIT_IN_CAPITALS =
  /(?<!\p{L})(?:[kMGTm]?(?:Wh|Wp|Ah|Hz|Pa)|[kMG]W|[mk]V)(?!\p{Ll}|\p{Lu}(?!\p{Ll}))/gu;
