import { expect } from 'chai';
import { chatWordOf } from '#src/web/state/chat-words.ts';

describe('what is written that is no question', () => {
  const first = (text: string) => {
    const word = chatWordOf(text);
    return word?.kind === 'draw' ? word.as[0] : (word?.kind ?? null);
  };
  for (const [text, wanted] of Object.entries({
    hello: 'hello',
    'Hi!': 'hello',
    'What can you do?': 'hello',
    'Was kannst du?': 'hello',
    Hallo: 'hello',
    'make it a pie chart': 'share',
    'Please make it a pie chart.': 'share',
    'show this as a table': 'table',
    'can you draw it as a line chart?': 'line',
    'turn it into a bar graph': 'bars',
    'as columns': 'columns',
    'pie chart please': 'share',
    'a stacked bar chart': 'stacked',
    'mach daraus ein Kreisdiagramm': 'share',
    'Zeig das bitte als Balkendiagramm': 'bars',
    'Stell es als Tabelle dar': 'table',
    'make it a heatmap instead': 'heat',
  }))
    it(`reads “${text}”`, () => expect(first(text)).to.equal(wanted));

  for (const text of [
    'revenue by region',
    'show bars',
    'show table',
    'bar sales',
    'hello kitty revenue',
    'help desk tickets by month',
    'pie sales by month',
    'show it by month',
    'make it 2024',
    'as of 2024',
    'show lines',
    'revenue by region as a pie chart',
    'what can you do about churn',
    'show them by line',
    'show these tables',
    'change it to West',
  ])
    it(`asks “${text}”`, () => expect(chatWordOf(text)).to.equal(null));
});
