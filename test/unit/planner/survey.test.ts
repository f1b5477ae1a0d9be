import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['median income', 'SELECT median(household_income) FROM survey_responses'],
    ['responses from the US', `SELECT respondent_id FROM survey_responses WHERE country='US'`],
    ['respondents from India', `SELECT respondent_id FROM survey_responses WHERE country='India'`],
    ['number of responses by gender', 'SELECT gender,count(*) FROM survey_responses GROUP BY 1'],
    [
      'responses where would recommend is maybe',
      `SELECT respondent_id FROM survey_responses WHERE would_recommend='Maybe'`,
    ],
    [
      'responses where would recommend is not yes',
      `SELECT respondent_id FROM survey_responses WHERE would_recommend<>'Yes'`,
    ],
    [
      'responses that use the mobile app',
      `SELECT respondent_id FROM survey_responses WHERE uses_mobile_app='Yes'`,
    ],
    [
      'how many responses with how often daily',
      `SELECT count(*) FROM survey_responses WHERE how_often='Daily'`,
    ],
    ['responses per plan', 'SELECT plan,count(*) FROM survey_responses GROUP BY 1'],
    [
      'responses on the Total plan',
      `SELECT respondent_id FROM survey_responses WHERE plan='Total'`,
    ],
    [
      'responses with plan Free or Plus',
      `SELECT respondent_id FROM survey_responses WHERE plan IN ('Free','Plus')`,
    ],
    [
      'responses with favorite feature none',
      `SELECT respondent_id FROM survey_responses WHERE favorite_feature='None'`,
    ],
    [
      'responses whose favorite feature is "All of them"',
      `SELECT respondent_id FROM survey_responses WHERE favorite_feature='All of them'`,
    ],
    [
      'responses whose favorite feature is Price',
      `SELECT respondent_id FROM survey_responses WHERE favorite_feature='Price'`,
    ],
    [
      'average overall satisfaction by country',
      'SELECT country,avg(overall_satisfaction) FROM survey_responses GROUP BY 1',
    ],
    [
      'respondents age 18-25',
      'SELECT respondent_id FROM survey_responses WHERE age BETWEEN 18 AND 25',
    ],
    [
      'respondents with age 18 to 25',
      'SELECT respondent_id FROM survey_responses WHERE age BETWEEN 18 AND 25',
    ],
    ['respondents older than 60', 'SELECT respondent_id FROM survey_responses WHERE age>60'],
    ['responses with age ≥ 65', 'SELECT respondent_id FROM survey_responses WHERE age>=65'],
    ['responses with age >= 65', 'SELECT respondent_id FROM survey_responses WHERE age>=65'],
    ['responses with age != 40', 'SELECT respondent_id FROM survey_responses WHERE age<>40'],
    [
      'responses with household income over 50k',
      'SELECT respondent_id FROM survey_responses WHERE household_income>50000',
    ],
    [
      'responses with income above 50,000',
      'SELECT respondent_id FROM survey_responses WHERE household_income>50000',
    ],
    [
      'responses with satisfaction 9 or 10',
      'SELECT respondent_id FROM survey_responses WHERE overall_satisfaction IN (9,10)',
    ],
    [
      'responses with satisfaction of at least 8',
      'SELECT respondent_id FROM survey_responses WHERE overall_satisfaction>=8',
    ],
    [
      'responses in october',
      `SELECT respondent_id FROM survey_responses WHERE submitted_on>='2026-10-01' AND submitted_on<'2026-11-01'`,
    ],
    [
      'responses last week',
      `SELECT respondent_id FROM survey_responses WHERE submitted_on>='2026-11-09' AND submitted_on<'2026-11-16'`,
    ],
    [
      'responses since october',
      `SELECT respondent_id FROM survey_responses WHERE submitted_on>='2026-10-01'`,
    ],
    [
      'responses by month',
      `SELECT strftime(submitted_on,'%Y-%m-01'),count(*) FROM survey_responses GROUP BY 1`,
    ],
    [
      'responses by week',
      `SELECT date_trunc('week',submitted_on)::DATE::text,count(*) FROM survey_responses GROUP BY 1`,
    ],
    [
      'number of responses per day in november',
      `SELECT submitted_on::text,count(*) FROM survey_responses WHERE submitted_on>='2026-11-01' AND submitted_on<'2026-12-01' GROUP BY 1`,
    ],
    [
      'average satisfaction US and UK',
      `SELECT avg(overall_satisfaction) FROM survey_responses WHERE country IN ('US','UK')`,
    ],
    [
      'most common favorite feature',
      'SELECT favorite_feature FROM survey_responses GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
    ],
    ['plans', 'SELECT DISTINCT plan FROM survey_responses'],
    ['number of plans', 'SELECT count(DISTINCT plan) FROM survey_responses'],
    ['how many countries', 'SELECT count(DISTINCT country) FROM survey_responses'],
    [
      'responses not from the US or UK',
      `SELECT respondent_id FROM survey_responses WHERE country NOT IN ('US','UK')`,
    ],
    [
      'responses from neither the US nor the UK',
      `SELECT respondent_id FROM survey_responses WHERE country NOT IN ('US','UK')`,
    ],
    [
      'responses from US & UK',
      `SELECT respondent_id FROM survey_responses WHERE country IN ('US','UK')`,
    ],
    [
      '% of responses from the US',
      `SELECT 100.0 * count(*) FILTER (WHERE country = 'US') / count(*) FROM survey_responses`,
    ],
  ],
  open: [
    'responses that never use it',
    'responses with no favorite feature',
    'respondents between 30 and 40',
    'income above $50,000',
    'responses with income above $50,000',
    'satisfaction 9 or 10',
    'low satisfaction responses',
    '50% of responses',
    'women in the UK',
    'only Yes for would recommend',
    'responses with the same age',
  ],
};

describeAnswers('questions about a survey', 'survey', ASKED);
