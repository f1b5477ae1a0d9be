/** Why the service or a command cannot begin, in words for the one who starts it: what is wrong, and what to do. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
