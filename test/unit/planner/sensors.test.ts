import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['online devices', 'SELECT label FROM devices WHERE online'],
    ['devices not online', 'SELECT label FROM devices WHERE NOT online'],
    ['devices with battery below 20%', 'SELECT label FROM devices WHERE battery_pct<20'],
    ['battery of sensor-03', `SELECT battery_pct FROM devices WHERE label='sensor-03'`],
    ['devices by kind', 'SELECT kind,count(*) FROM devices GROUP BY 1'],
    ['devices of kind thermometer', `SELECT label FROM devices WHERE kind='thermometer'`],
    ['air quality devices', `SELECT label FROM devices WHERE kind='air quality'`],
    ['devices in Lab A', `SELECT label FROM devices JOIN rooms USING(room_id) WHERE name='Lab A'`],
    [
      'devices in the lobby',
      `SELECT label FROM devices JOIN rooms USING(room_id) WHERE name='Lobby'`,
    ],
    [
      'devices in the North building',
      `SELECT label FROM devices JOIN rooms USING(room_id) WHERE building='North'`,
    ],
    ['devices on floor 2', 'SELECT label FROM devices JOIN rooms USING(room_id) WHERE floor=2'],
    ['devices per room', 'SELECT name,count(*) FROM devices JOIN rooms USING(room_id) GROUP BY 1'],
    [
      'rooms with more than 2 devices',
      'SELECT name FROM rooms WHERE (SELECT count(*) FROM devices d WHERE d.room_id=rooms.room_id)>2',
    ],
    ['readings over 30°C', 'SELECT reading_id FROM readings WHERE temperature_c>30'],
    [
      'readings with temperature above 30',
      'SELECT reading_id FROM readings WHERE temperature_c>30',
    ],
    [
      'readings with temperature between 20 and 25',
      'SELECT reading_id FROM readings WHERE temperature_c BETWEEN 20 AND 25',
    ],
    [
      'readings with humidity less than 30%',
      'SELECT reading_id FROM readings WHERE humidity_pct<30',
    ],
    [
      'max temperature by device',
      'SELECT label,max(temperature_c) FROM readings JOIN devices USING(device_id) GROUP BY 1',
    ],
    [
      'average temperature per room',
      'SELECT name,avg(temperature_c) FROM readings JOIN devices USING(device_id) JOIN rooms USING(room_id) GROUP BY 1',
    ],
    [
      'average temperature in the server room',
      `SELECT avg(temperature_c) FROM readings JOIN devices USING(device_id) JOIN rooms USING(room_id) WHERE name='Server room'`,
    ],
    [
      'average humidity per day in November',
      `SELECT strftime(taken_at,'%Y-%m-%d'),avg(humidity_pct) FROM readings WHERE taken_at>='2026-11-01' AND taken_at<'2026-12-01' GROUP BY 1`,
    ],
    [
      'readings in the last 7 days',
      `SELECT reading_id FROM readings WHERE taken_at>='2026-11-15' AND taken_at<'2026-11-22'`,
    ],
    ['readings with alarm', 'SELECT reading_id FROM readings WHERE alarm'],
    ['readings without alarm', 'SELECT reading_id FROM readings WHERE NOT alarm'],
    [
      'number of alarms per device',
      'SELECT label,count(*) FROM readings JOIN devices USING(device_id) WHERE alarm GROUP BY 1',
    ],
    ['how many alarms', 'SELECT count(*) FROM readings WHERE alarm'],
    [
      'devices without readings',
      'SELECT label FROM devices WHERE device_id NOT IN (SELECT device_id FROM readings)',
    ],
    [
      'devices with no readings this month',
      `SELECT label FROM devices WHERE device_id NOT IN (SELECT device_id FROM readings WHERE taken_at>='2026-11-01')`,
    ],
    [
      'devices that never had an alarm',
      'SELECT label FROM devices WHERE device_id NOT IN (SELECT device_id FROM readings WHERE alarm)',
    ],
    ['devices with firmware 2.0', `SELECT label FROM devices WHERE firmware='2.0'`],
    ['devices not on firmware 2.0', `SELECT label FROM devices WHERE firmware<>'2.0'`],
    ['devices installed in 2025', 'SELECT label FROM devices WHERE year(installed_on)=2025'],
    ['newest device', 'SELECT label FROM devices ORDER BY installed_on DESC LIMIT 1'],
    ['highest temperature', 'SELECT max(temperature_c) FROM readings'],
    [
      'temperature and humidity of sensor-02',
      `SELECT temperature_c,humidity_pct FROM readings JOIN devices USING(device_id) WHERE label='sensor-02'`,
    ],
    [
      'readings by device and month',
      `SELECT label,strftime(taken_at,'%Y-%m-01'),count(*) FROM readings JOIN devices USING(device_id) GROUP BY 1,2`,
    ],
    [
      'readings with temperature > 30 or co2 > 1500',
      'SELECT reading_id FROM readings WHERE temperature_c>30 OR co2_ppm>1500',
    ],
    [
      'readings with temperature > 25 and humidity < 40',
      'SELECT reading_id FROM readings WHERE temperature_c>25 AND humidity_pct<40',
    ],
  ],
  open: [
    'devices with low battery',
    'readings above 30 degrees',
    'readings in the last 24 hours',
    'latest temperature per device',
    'hottest room',
    'coldest reading',
    'total temperature',
    'total co2',
  ],
};

describeAnswers('questions about sensors', 'sensors', ASKED);
