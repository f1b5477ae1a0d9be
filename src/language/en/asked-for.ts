/** Words that a model's statement is held to. */
export const FULL_HOUR =
  /\b(\d{1,2})(?::00\b|(?::00)?\s*(?:o['’]clock|(am|pm)\b|a\.m\.|(p\.m\.)))/giu;
export const NEVER =
  /\b(?:never|not (?:even )?once|at no time|has no|have no|had no|without any)\b/iu;
/** "Including cancelled ones": they are counted too, and nothing else is left out. */
export const INCLUDED =
  /(?<!\bnot )\b(?:including|inclusive of|regardless of|irrespective of|whether or not|no matter whether)\s+(?<what>(?:(?!\b(?:by|per|for|in|of|from|since|during|at|on)\b)[^,;.?!])+)/giu;
export const ASKS_COUNT =
  /\b(?:number of|how many|how often|count|most|fewest|least|frequent\w*|often|popular)\b/iu;
export const ASKS_AGE =
  /\b(?:ages?|aged|old|older|oldest|young|younger|youngest|full years|tenure|seniority|years since)\b/iu;
/**
 * The question with bounds said plainly: "do not have more than 3" is at most 3, and "without incidents as zero" asks
 * for all of them.
 */
export const withPlainBounds = (question: string): string =>
  question
    .replace(
      /\b(?:(?:do|does|did|has|have|had|is|are|was|were) not|\w+n['’]t)((?: \w+)?) more than(?= \d)/giu,
      '$1 at most',
    )
    .replace(
      /\b(?:(?:do|does|did|has|have|had|is|are|was|were) not|\w+n['’]t)((?: \w+)?) (?:fewer|less) than(?= \d)/giu,
      '$1 at least',
    )
    .replace(
      /,?(?: and)?(?: \w+)? (?:without|with no) (?:any )?\w+(?: \w+)? (?:(?:shown |counted )?as|being|count as) (?:0|zero)\b/giu,
      '',
    );
