import { COMMON, WHEN } from '#src/texts/en/common.ts';

export const COMMON_TEXTS: Readonly<
  Record<(typeof COMMON)[keyof typeof COMMON] | (typeof WHEN)[keyof typeof WHEN], string>
> = {
  [COMMON.and]: '{first} und {last}',
  [COMMON.or]: '{first} oder {last}',
  [COMMON.comma]: ', ',
  [COMMON.quoted]: '„{text}“',
  [COMMON.quarter]: '{number}. Quartal {year}',
  [WHEN.year]: 'im Jahr {year}',
  [WHEN.quarter]: 'im {quarter}',
  [WHEN.month]: 'im {month}',
  [WHEN.day]: 'am {day}',
  [WHEN.span]: 'von {from} bis {to}',
  [WHEN.days]: 'vom {day} bis zum {day2}',
  [WHEN.until]: 'ab {from} und vor {to}',
  [WHEN.since]: 'seit dem {from}',
  [WHEN.before]: 'vor dem {to}',
};
