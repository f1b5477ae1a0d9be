import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['average cost per patient', 'SELECT sum(cost) / count(DISTINCT patient_id) FROM visits'],
    ['visits admitted this month', `SELECT visit_id FROM visits WHERE admitted_on>='2026-11-01'`],
    [
      'patients admitted in October 2026',
      `SELECT name FROM patients WHERE patient_id IN (SELECT patient_id FROM visits WHERE admitted_on>='2026-10-01' AND admitted_on<'2026-11-01')`,
    ],
    ['discharged visits', `SELECT visit_id FROM visits WHERE outcome='discharged'`],
    [
      'visits by doctor',
      'SELECT name,count(*) FROM visits JOIN doctors USING(doctor_id) GROUP BY 1',
    ],
    [
      'visits per specialty',
      'SELECT specialty,count(*) FROM visits JOIN doctors USING(doctor_id) GROUP BY 1',
    ],
    [
      'cardiology visits',
      `SELECT visit_id FROM visits JOIN doctors USING(doctor_id) WHERE specialty='Cardiology'`,
    ],
    ['emergency visits', 'SELECT visit_id FROM visits WHERE emergency'],
    ['non-emergency visits', 'SELECT visit_id FROM visits WHERE NOT emergency'],
    ['visits for chest pain', `SELECT visit_id FROM visits WHERE reason='chest pain'`],
    [
      'visits for fever or injury',
      `SELECT visit_id FROM visits WHERE reason IN ('fever','injury')`,
    ],
    ['smokers', `SELECT name FROM patients WHERE smoker='Y'`],
    ['how many smokers', `SELECT count(*) FROM patients WHERE smoker='Y'`],
    ['smoker patients by city', `SELECT city,count(*) FROM patients WHERE smoker='Y' GROUP BY 1`],
    ['patients from Bath', `SELECT name FROM patients WHERE city='Bath'`],
    ['patients in Deal or York', `SELECT name FROM patients WHERE city IN ('Deal','York')`],
    ['patients with Bupa', `SELECT name FROM patients WHERE insurer='Bupa'`],
    ['patients not insured by NHS', `SELECT name FROM patients WHERE insurer<>'NHS'`],
    ['male patients', `SELECT name FROM patients WHERE sex='M'`],
    [
      'patients seen by Dr Amin',
      `SELECT name FROM patients WHERE patient_id IN (SELECT patient_id FROM visits JOIN doctors USING(doctor_id) WHERE doctors.name='Dr Amin')`,
    ],
    [
      'patients never seen by Dr Amin',
      `SELECT name FROM patients WHERE patient_id NOT IN (SELECT patient_id FROM visits JOIN doctors USING(doctor_id) WHERE doctors.name='Dr Amin')`,
    ],
    [
      'patients with more than 4 visits',
      'SELECT name FROM patients WHERE (SELECT count(*) FROM visits v WHERE v.patient_id=patients.patient_id)>4',
    ],
    [
      'patients with one visit',
      'SELECT name FROM patients WHERE (SELECT count(*) FROM visits v WHERE v.patient_id=patients.patient_id)=1',
    ],
    [
      'patients with two or more visits',
      'SELECT name FROM patients WHERE (SELECT count(*) FROM visits v WHERE v.patient_id=patients.patient_id)>=2',
    ],
    [
      'patients without visits',
      'SELECT name FROM patients WHERE patient_id NOT IN (SELECT patient_id FROM visits)',
    ],
    [
      'doctors with no patients',
      'SELECT name FROM doctors WHERE doctor_id NOT IN (SELECT doctor_id FROM visits)',
    ],
    ['doctors in East', `SELECT name FROM doctors WHERE ward='East'`],
    ['doctors in the East ward', `SELECT name FROM doctors WHERE ward='East'`],
    [
      'cardiology doctors in West',
      `SELECT name FROM doctors WHERE ward='West' AND specialty='Cardiology'`,
    ],
    ['doctors except surgery', `SELECT name FROM doctors WHERE specialty<>'Surgery'`],
    [
      'cost per patient',
      'SELECT name,sum(cost) FROM visits JOIN patients USING(patient_id) GROUP BY 1',
    ],
    ['total cost by reason', 'SELECT reason,sum(cost) FROM visits GROUP BY 1'],
    ['total cost of emergency visits', 'SELECT sum(cost) FROM visits WHERE emergency'],
    ['visits that cost more than 5000', 'SELECT visit_id FROM visits WHERE cost>5000'],
    ['visits with cost over 5k', 'SELECT visit_id FROM visits WHERE cost>5000'],
    [
      'insurance paid by patient',
      'SELECT name,sum(insurance_paid) FROM visits JOIN patients USING(patient_id) GROUP BY 1',
    ],
    [
      'insurance paid per insurer',
      'SELECT insurer,sum(insurance_paid) FROM visits JOIN patients USING(patient_id) GROUP BY 1',
    ],
  ],
  open: [
    'visits costing over £5,000',
    'visits with cost over 20%',
    'patients not discharged',
    'smokers vs non-smokers',
    'patients over 65',
    'patients who visited once',
    'patients who visited twice',
    'patients with several visits',
    'doctors with few visits',
    'visits under 500',
    'longest stay',
    'average length of stay',
    'last visit of each patient',
    'patients of Dr Ward',
    'visits on 2026-11-03',
    'visits in summer 2026',
    'weekend visits',
    'visits longer than 5 days',
    'patients with only emergency visits',
    'patients whose only visits were emergencies',
    'patients with the same insurer',
  ],
};

describeAnswers('questions about visits to a clinic', 'clinic', ASKED);
