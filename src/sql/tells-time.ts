const TELLS_TIME = /current|local|now|today|_timestamp|date\(\)|\b(?:age|ago)\b/i;

/**
 * Whether a statement may mean something else at another time: `current_date`, `localtimestamp`, `age(…)` and their
 * like. The words count in names and literals too: such statements are only not kept.
 */
export const mayTellTime = (sql: string): boolean => TELLS_TIME.test(sql);
