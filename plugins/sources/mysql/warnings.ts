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
    'Some texts are no numbers or dates though they are used as such; the database read them as far as it could, often as 0.',
  ],
  [[1260], 'A list that was put together from many rows (GROUP_CONCAT) was too long and is cut.'],
  [[1301], 'Some texts were longer than the database allows and are shown as empty cells.'],
  [[1365], 'Divisions by zero gave empty cells.'],
  [
    [1411, 1441],
    'Some texts are not dates of the format that was given; they are shown as empty cells.',
  ],
  [[1264, 1690], 'Some numbers were out of range and were cut to it.'],
  [[1300, 1977, 3854], 'Some texts hold characters that could not be shown.'],
  [
    [3141, 4036, 4037, 4038, 4039, 4040, 4041],
    'Some texts are no valid JSON though they are used as such.',
  ],
];

/** What the numbers of a statement's warnings mean for its rows. No text of the server is passed on: it holds values. */
export function warningNotes(numbers: readonly number[]): string[] {
  return MEANINGS.filter(([known]) => numbers.some((number) => known.includes(number))).map(
    ([, text]) => text,
  );
}
