import { withoutMadeUp } from '../fakes/made-up.ts';

/** Rows of tenant 1 and 2; every text and number of tenant 2 is one that tenant 1 does not have. */
export const ORDERS = `order_id,tenant_id,customer,city,amount,ordered_on,note
1,1,Ada,Rome,10,2025-01-01,12
2,1,Ben,Oslo,20,2025-02-01,7
3,1,Ada,Rome,5,2025-03-01,3
4901901,2,Zorkmid,Xanadu,98765432,2031-07-04,FOREIGN
4902902,2,Quuxley,Xanadu,98765532,2031-08-04,0
`;
export const SHARED = 'city,country\nRome,Italy\nOslo,Norway\nXanadu,Faraway\n';
const FOREIGN = /zorkmid|quuxley|98765\d{3}|490[12]90[12]|2031|foreign(?! key)|19753\d{4}/i;

/** What of tenant 2 stands in the text. */
export const foreignIn = (text: string): string | undefined =>
  FOREIGN.exec(withoutMadeUp(text))?.[0];

export const QUESTIONS = [
  'how many orders are there',
  'total amount',
  'total amount by city',
  'total amount by customer',
  'top 5 customers by amount',
  'orders per month',
  'orders since 2030',
  'what is the highest amount',
  'which customer has the highest amount',
  'average amount per city',
  'list the customers',
  'list all orders',
  'orders in Rome',
  'orders of Ada',
  'orders of Zorkmit',
  'how many orders with a note of FOREIGM',
  'earliest and latest order',
  'customers with an amount over 900000',
  'number of distinct cities',
  'what data do I have',
  'total note',
  'cities',
];
