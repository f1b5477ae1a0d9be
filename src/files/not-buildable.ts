/** The original of a version is gone, damaged, or gives other tables by now; the text says which. */
export class NotBuildable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NotBuildable';
  }
}
