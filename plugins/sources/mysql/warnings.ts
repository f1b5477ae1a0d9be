/** The warnings of the last statement; the server keeps `max_error_count` of them. */
export const SHOW_WARNINGS = 'SHOW WARNINGS';

/** The server ended a recursive WITH before its end and gave what it had. */
const INCOMPLETE = 1931;

/** Whether rows are missing that the statement asked for. */
export const isIncomplete = (numbers: readonly number[]): boolean => numbers.includes(INCOMPLETE);

/** Where MySQL gives a value that nobody asked for instead of an error (numbers of its catalogue). */
const MEANINGS: readonly (readonly [numbers: readonly number[], text: string])[] = [
  [
    [1292, 1366, 1916, 1918, 3156],
    "Some text values used as numbers or dates aren't valid. The database converted what it could, often to 0.",
  ],
  [[1260], 'A list from many rows (GROUP_CONCAT) was too long and was cut off.'],
  [[1301], 'Some text values were longer than the database allows and are shown as empty cells.'],
  [[1365], 'Divisions by zero are shown as empty cells.'],
  [[1411, 1441], "Some text values don't match the date format and are shown as empty cells."],
  [[1264, 1690], 'Some numbers were out of range and are shown as the nearest possible value.'],
  [[1300, 1977, 3854], "Some text values contain characters that can't be shown."],
  [[3141, 4036, 4037, 4038, 4039, 4040, 4041], "Some text values used as JSON aren't valid."],
];

/** What the numbers of a statement's warnings mean for its rows. No text of the server is passed on: it holds values. */
export function warningNotes(numbers: readonly number[]): string[] {
  return MEANINGS.filter(([known]) => numbers.some((number) => known.includes(number))).map(
    ([, text]) => text,
  );
}
