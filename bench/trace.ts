/** `npm run bench trace`: hostile texts that number tracing lets through, and sound ones that it does not. */
import { untracedIn } from '../src/ask/trace-text.ts';
import { HOSTILE_TEXTS, SOUND_TEXTS } from '../test/unit/ask/trace/texts.ts';

const passed = HOSTILE_TEXTS.filter(({ text, table }) => untracedIn(text, table).length === 0);
for (const { text } of passed) console.log(`let through: ${text}`);
const refused = SOUND_TEXTS.flatMap((one) => {
  const untraced = untracedIn(one.text, one.table);
  return untraced.length > 0 ? [{ text: one.text, untraced }] : [];
});
for (const { text, untraced } of refused) console.log(`refused: ${text} [${untraced.join(' | ')}]`);
const sound = SOUND_TEXTS.length;
const share = ((100 * (sound - refused.length)) / sound).toFixed(1);
console.log(`hostile texts let through: ${passed.length} of ${HOSTILE_TEXTS.length}`);
console.log(`sound texts accepted: ${sound - refused.length} of ${sound} (${share} %)`);
