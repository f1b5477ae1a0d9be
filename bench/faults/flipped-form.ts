/** More bytes than this are flipped in no form. */
const MOST_FLIPS = 6;

/** The body of an upload (`multipart/form-data; boundary=B`) with flipped bytes, most of them in the lines around the file. */
export function flippedForm(nth: number, random: () => number): Buffer {
  const lines = [
    '--B\r\nContent-Disposition: form-data; name="mapping"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n',
    `--B\r\nContent-Disposition: form-data; name="file"; filename="f${nth}.csv"\r\nContent-Type: text/csv\r\n`,
    // One in ten has a head that is too long.
    random() < 0.1 ? `X-Long: ${'x'.repeat(20_000)}\r\n` : '',
    '\r\ncity,amount\nRome,7\nOslo,1\n\r\n--B--\r\n',
  ];
  const body = Buffer.from(lines.join(''));
  for (let flips = 1 + Math.floor(random() * MOST_FLIPS); flips > 0; flips--)
    body[Math.floor(random() * body.length)] = Math.floor(random() * 256);
  return body;
}
