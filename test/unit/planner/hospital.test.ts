import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    [
      'patients with appointments with cardiologists',
      `SELECT first_name,last_name FROM patients WHERE patient_id IN (SELECT patient_id FROM appointments JOIN doctors USING(doctor_id) WHERE specialty='Cardiologist')`,
    ],
    [
      'appointments per doctor',
      'SELECT doctor_name,count(*) FROM doctors JOIN appointments USING(doctor_id) GROUP BY doctor_id,doctor_name',
    ],
    [
      'admissions per doctor',
      'SELECT doctor_name,count(*) FROM doctors JOIN admissions ON doctor_id=attending_doctor_id GROUP BY doctor_id,doctor_name',
    ],
    [
      'which ward has the most admissions that are planned',
      `SELECT ward_name FROM wards JOIN admissions USING(ward_id) WHERE admission_type='planned' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    ],
    ['doctors not on call', 'SELECT doctor_name FROM doctors WHERE NOT on_call'],
  ],
  open: [
    'patients treated by cardiologists',
    'patients per doctor',
    'doctors who are also patients',
    'patients born in March',
  ],
};

describeAnswers('questions about patients who meet doctors in two ways', 'hospital', ASKED);
