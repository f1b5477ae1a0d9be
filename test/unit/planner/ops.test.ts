import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    [
      'month with most requests',
      'SELECT month FROM monthly_metrics GROUP BY 1 ORDER BY sum(requests) DESC LIMIT 1',
    ],
    [
      'months with uptime below 98',
      'SELECT DISTINCT month FROM monthly_metrics WHERE uptime_pct<98',
    ],
    ['requests per month', 'SELECT month,sum(requests) FROM monthly_metrics GROUP BY 1'],
    [
      'critical dependencies',
      'SELECT service_id,depends_on_id FROM service_dependencies WHERE critical',
    ],
    [
      'services with critical dependencies',
      'SELECT service_name FROM services WHERE service_id IN (SELECT service_id FROM service_dependencies WHERE critical)',
    ],
    [
      'service with the most incidents that were closed',
      `SELECT service_name FROM services JOIN incidents USING(service_id) WHERE state='closed' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    ],
    [
      'service with the most incidents with severity sev3',
      `SELECT service_name FROM services JOIN incidents USING(service_id) WHERE severity='sev3' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    ],
    ['servers in eu or us', `SELECT server_id FROM servers WHERE region IN ('eu','us')`],
    ['servers in us', `SELECT server_id FROM servers WHERE region='us'`],
    ['show us the servers', 'SELECT server_id FROM servers'],
    ['incidents still open', `SELECT title FROM incidents WHERE state='open'`],
    [
      'services with at least 2 dependencies',
      'SELECT service_name FROM services WHERE (SELECT count(*) FROM service_dependencies d WHERE d.service_id=services.service_id)>=2',
    ],
  ],
  open: [
    'services that depend on login',
    'services depending on billing',
    'which services does checkout depend on',
    'services with servers in eu and us',
    'average latency least used',
    'average requests most used',
    'critical services',
    'services that are critical',
    'errors per request',
    'requests per day',
    'requests by week',
    'p95 latency by service',
    'total p95 latency',
  ],
};

describeAnswers('questions about services that depend on one another', 'ops', ASKED);
