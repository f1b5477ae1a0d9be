import { type Asked, describeAnswers } from './answered.ts';

const BY_CARRIER = 'FROM shipments JOIN carriers USING(carrier_id)';
const BY_CLIENT = 'FROM shipments JOIN clients USING(client_id)';
const MONTH = `CAST(date_trunc('month', shipped_on) AS DATE)`;

/** A forwarder: shipments with states, dates and delays. Question → SQL that was written by hand; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['best rated carrier', `SELECT carrier_name FROM carriers ORDER BY rating DESC LIMIT 1`],
    ['how many shipments are there', 'SELECT count(*) FROM shipments'],
    [
      'how many shipments were delivered',
      `SELECT count(*) FROM shipments WHERE status='delivered'`,
    ],
    [
      'shipments delivered last month',
      `SELECT shipment_no FROM shipments WHERE delivered_on>='2026-10-01' AND delivered_on<'2026-11-01'`,
    ],
    ['delayed shipments', `SELECT shipment_no FROM shipments WHERE status='delayed'`],
    ['how many shipments are delayed', `SELECT count(*) FROM shipments WHERE status='delayed'`],
    [
      'lost or returned shipments',
      `SELECT shipment_no FROM shipments WHERE status IN ('lost','returned')`,
    ],
    ['shipments by status', 'SELECT status,count(*) FROM shipments GROUP BY 1'],
    ['shipments per month', `SELECT ${MONTH},count(*) FROM shipments GROUP BY 1`],
    ['number of shipments per carrier', `SELECT carrier_name,count(*) ${BY_CARRIER} GROUP BY 1`],
    [
      'carriers by shipments',
      'SELECT carrier_name,(SELECT count(*) FROM shipments s WHERE s.carrier_id=c.carrier_id) FROM carriers c',
    ],
    ['which carrier has the most shipments', `SELECT 'Nordic Trucks'`],
    ['average delay', 'SELECT avg(delay_days) FROM shipments'],
    ['average delay by carrier', `SELECT carrier_name,avg(delay_days) ${BY_CARRIER} GROUP BY 1`],
    [
      'average delay days per carrier',
      `SELECT carrier_name,avg(delay_days) ${BY_CARRIER} GROUP BY 1`,
    ],
    ['longest delay', 'SELECT max(delay_days) FROM shipments'],
    [
      'shipments with a delay of more than 5 days',
      'SELECT shipment_no FROM shipments WHERE delay_days>5',
    ],
    ['total freight cost', 'SELECT sum(freight_cost_eur) FROM shipments'],
    [
      'total freight cost in 2026',
      'SELECT sum(freight_cost_eur) FROM shipments WHERE year(shipped_on)=2026',
    ],
    ['freight cost by client', `SELECT client_name,sum(freight_cost_eur) ${BY_CLIENT} GROUP BY 1`],
    [
      'freight cost by warehouse and month',
      `SELECT name,${MONTH},sum(freight_cost_eur) FROM shipments JOIN warehouses USING(warehouse_id) GROUP BY 1,2`,
    ],
    [
      'top 3 clients by freight cost',
      `SELECT client_name,sum(freight_cost_eur) n ${BY_CLIENT} GROUP BY 1 ORDER BY n DESC LIMIT 3`,
    ],
    ['average freight cost per shipment', 'SELECT avg(freight_cost_eur) FROM shipments'],
    [
      'average weight of fragile shipments',
      `SELECT avg(weight_kg) FROM shipments WHERE fragile='yes'`,
    ],
    [
      'fragile shipments to Berlin',
      `SELECT shipment_no FROM shipments WHERE fragile='yes' AND destination='Berlin'`,
    ],
    [
      'shipments to Madrid or Oslo',
      `SELECT shipment_no FROM shipments WHERE destination IN ('Madrid','Oslo')`,
    ],
    [
      'shipments to Berlin from Rotterdam Quay',
      `SELECT shipment_no FROM shipments JOIN warehouses USING(warehouse_id) WHERE destination='Berlin' AND name='Rotterdam Quay'`,
    ],
    ['shipments not delivered', `SELECT shipment_no FROM shipments WHERE status<>'delivered'`],
    ['shipments without a carrier', 'SELECT shipment_no FROM shipments WHERE carrier_id IS NULL'],
    [
      'heaviest shipment',
      'SELECT shipment_no,weight_kg FROM shipments ORDER BY weight_kg DESC LIMIT 1',
    ],
    ['shipments over 500 kg', 'SELECT shipment_no FROM shipments WHERE weight_kg>500'],
    ['shipments heavier than 500 kg', 'SELECT shipment_no FROM shipments WHERE weight_kg>500'],
    ['gold clients', `SELECT client_name FROM clients WHERE tier='gold'`],
    ['shipments for gold clients', `SELECT shipment_no ${BY_CLIENT} WHERE tier='gold'`],
    [
      'clients with more than 15 shipments',
      `SELECT client_name ${BY_CLIENT} GROUP BY 1 HAVING count(*)>15`,
    ],
    ['clients in Germany', `SELECT client_name FROM clients WHERE country='Germany'`],
    ['clients by country', 'SELECT country,count(*) FROM clients GROUP BY 1'],
    [
      'shipments promised in October 2026',
      `SELECT shipment_no FROM shipments WHERE strftime(promised_on,'%Y-%m')='2026-10'`,
    ],
    [
      'shipments shipped in October 2026',
      `SELECT shipment_no FROM shipments WHERE strftime(shipped_on,'%Y-%m')='2026-10'`,
    ],
    ['road carriers', `SELECT carrier_name FROM carriers WHERE mode='road'`],
    ['road shipments', `SELECT shipment_no ${BY_CARRIER} WHERE mode='road'`],
    ['carriers with a rating above 4', 'SELECT carrier_name FROM carriers WHERE rating>4'],
    ['average rating of carriers', 'SELECT avg(rating) FROM carriers'],
    ['largest warehouse', `SELECT 'Rotterdam Quay'`],
    ['capacity by country', 'SELECT country,sum(capacity_m3) FROM warehouses GROUP BY 1'],
    [
      'freight cost of delayed shipments by carrier',
      `SELECT carrier_name,sum(freight_cost_eur) ${BY_CARRIER} WHERE status='delayed' GROUP BY 1`,
    ],
    [
      'freight cost of gold clients by month in 2026',
      `SELECT ${MONTH},sum(freight_cost_eur) ${BY_CLIENT} WHERE tier='gold' AND year(shipped_on)=2026 GROUP BY 1`,
    ],
    [
      'lost shipments of Orion Parts',
      `SELECT shipment_no ${BY_CLIENT} WHERE status='lost' AND client_name='Orion Parts'`,
    ],
    [
      'latest shipment',
      'SELECT shipment_no,shipped_on FROM shipments ORDER BY shipped_on DESC LIMIT 1',
    ],
    [
      'delivered and returned shipments by carrier',
      `SELECT carrier_name,count(*) ${BY_CARRIER} WHERE status IN ('delivered','returned') GROUP BY 1`,
    ],
    ['when was the last shipment delivered', 'SELECT max(delivered_on) FROM shipments'],
    ['destinations', 'SELECT DISTINCT destination FROM shipments'],
    [
      'what is the total weight per destination',
      'SELECT destination,sum(weight_kg) FROM shipments GROUP BY 1',
    ],
    [
      'shipments delivered late',
      'SELECT shipment_no FROM shipments WHERE delivered_on>promised_on',
    ],
    ['late shipments', 'SELECT shipment_no FROM shipments WHERE delivered_on>promised_on'],
    [
      'how many shipments were delivered on time',
      'SELECT count(*) FROM shipments WHERE delivered_on<=promised_on',
    ],
  ],
  open: [
    'shipments delayed by more than 3 days',
    'shipments delivered within 3 days',
    'shipments shipped but not delivered',
    'undelivered shipments',
    'which warehouse ships the most',
  ],
};

describeAnswers('everyday questions about shipments', 'logistics', ASKED);
