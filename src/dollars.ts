/** Billionths of a US dollar: sums of them are exact up to nine million dollars. */
export const nanoDollars = (dollars: number): number => Math.round(dollars * 1e9);
export const dollars = (nano: number): number => nano / 1e9;

/** US dollars to a billionth: a sum of binary fractions becomes the decimal that it stands for. */
export const roundDollars = (amount: number): number => dollars(nanoDollars(amount));
