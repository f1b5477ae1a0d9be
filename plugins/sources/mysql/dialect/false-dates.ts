/**
 * A date without what is none: MySQL keeps `0000-00-00` and `2024-00-00` in columns of dates, which are before every
 * day in a comparison and the year 2000 to MAKEDATE.
 */
export const realDate = (value: string): string =>
  `IF(MONTH(${value}) > 0 AND DAYOFMONTH(${value}) > 0, ${value}, NULL)`;
