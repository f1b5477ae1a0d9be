/** Words of a name that say of a number that it is money. */
export const MONEY_WORDS: ReadonlySet<string> = new Set(
  'price cost revenue sale sales amount fee salary budget fare spend value damage balance pay wage bonus tax income profit expense'.split(
    ' ',
  ),
);
