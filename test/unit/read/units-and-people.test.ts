import { describeAnswersOver } from '../planner/answered.ts';

/** Vans with a meter that hires note at their start, and an aid society with people of one role alone. */
const HIRES = [
  'CREATE TABLE vans (van_id INTEGER PRIMARY KEY, plate VARCHAR, meter_km INTEGER)',
  "INSERT INTO vans VALUES (1, 'AB', 84000), (2, 'CD', 132000), (3, 'EF', 41000)",
  'CREATE TABLE hires (hire_id INTEGER PRIMARY KEY, van_id INTEGER REFERENCES vans, start_km INTEGER, fee INTEGER)',
  'INSERT INTO hires VALUES (1, 1, 80000, 100), (2, 2, 131000, 50), (3, 3, 40000, 70), (4, 1, 82000, 60)',
  'CREATE TABLE tows (tow_id INTEGER PRIMARY KEY, van_id INTEGER REFERENCES vans, fee INTEGER)',
  'INSERT INTO tows VALUES (1, 1, 10), (2, 2, 20), (3, 1, 30)',
  'CREATE TABLE parcels (parcel_id INTEGER PRIMARY KEY, weight_kg INTEGER, hire_id INTEGER REFERENCES hires)',
  'INSERT INTO parcels VALUES (1, 5, 1), (2, 30, 2), (3, 7, 2)',
];

describeAnswersOver('a unit alone', HIRES, {
  answered: [
    ['which van has the most km', 'SELECT 2'],
    ['parcels over 6 kg', 'SELECT 2 UNION ALL SELECT 3'],
    ['which hire has the highest start km', 'SELECT 2'],
    ['hires with a start km above 81000', 'SELECT 2 UNION ALL SELECT 4'],
    ['parcel with the most kg', 'SELECT 2'],
    // Each parcel belongs to one hire.
    ['hire with the most kg', 'SELECT 2'],
    ['total kg', 'SELECT 42'],
  ],
  open: [
    // What a meter shows at the start is not what was driven.
    'hire with the most km',
    'In which hire was driven the most km',
    'hires with more than 500 km',
    'total km of hires',
    // The van's meter is not the tow's.
    'tows with more than 50 km',
    'which tow had the most km',
    'km of each tow',
  ],
});

const AID = [
  'CREATE TABLE campaigns (campaign_id INTEGER PRIMARY KEY, campaign_name VARCHAR, country VARCHAR)',
  "INSERT INTO campaigns VALUES (1, 'Clean Wells', 'Kenya'), (2, 'School Roof', 'Peru')",
  'CREATE TABLE volunteers (volunteer_id INTEGER PRIMARY KEY, campaign_id INTEGER REFERENCES campaigns, volunteer_name VARCHAR)',
  "INSERT INTO volunteers VALUES (1, 1, 'Ann Berg'), (2, 1, 'Max Hall'), (3, 2, 'Ola Lund')",
];

describeAnswersOver('people of whom some are kept', AID, {
  answered: [
    ['how many volunteers does Clean Wells have', 'SELECT 2'],
    ['volunteers per campaign', "SELECT 'Clean Wells', 2 UNION ALL SELECT 'School Roof', 1"],
  ],
  open: [
    'how many people benefited from Clean Wells',
    'how many people were helped by Clean Wells',
    'number of people that benefited from each campaign',
    'how many people were fed by School Roof',
    // What is said of each is no list of all.
    'volunteers helped per campaign',
  ],
});
